import type { Draft, Kind, Source } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

/** The host of the address: up to the first slash, without a name and password before it. */
function host(source: Source, draft: Draft): void {
  const found =
    /^https?:\/\/(?:[^/@\s]{1,256}@)?(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9.-]{1,253})(?::(\d{1,5}))?(?:[/?#]|$)/i.exec(
      source.text('url') ?? '',
    )
  draft.set('dst_endpoint.ip', found?.[1]).set('dst_endpoint.port', found?.[2])
}

const transfer = (title: string, activity: number, ends?: Kind['ends']): Kind => ({
  title,
  class: 'network_activity',
  activity,
  ends,
  map: { url: 'url.url_string', hr: 'status_code' },
  says: [title, '{name}', '{url}', 'result {hr}'],
  also: host,
})
const job = (title: string, activity: number): Kind => ({
  title,
  class: 'scheduled_job_activity',
  activity,
  ends: 'success',
  map: {
    jobTitle: 'job.name',
    string: 'job.name',
    jobOwner: 'actor.user',
    User: 'actor.user',
    processPath: 'process.file.path',
    processId: 'process.pid',
  },
  says: [title, '{jobTitle}', '{string}', 'of {jobOwner}', 'by {processPath}'],
})

export const pack = channelPack({
  id: 'microsoft-windows-bits',
  product: 'BITS Client',
  names: ['BITS', 'Bits-Client'],
  docs: ['https://learn.microsoft.com/en-us/windows/win32/bits/background-intelligent-transfer-service-portal'],
  channels: ['Microsoft-Windows-Bits-Client/Operational', 'Microsoft-Windows-Bits-Client'],
  kinds: {
    '3': job('Transfer job created', 1),
    '59': transfer('Transfer started', 1),
    '60': transfer('Transfer stopped', 2),
    '61': transfer('Transfer stopped by an error', 4, 'failure'),
  },
  personal: { jobOwner: 'user', User: 'user' },
  lacks: ['dst_endpoint', 'job'],
})
