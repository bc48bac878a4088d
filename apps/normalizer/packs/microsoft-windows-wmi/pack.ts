import type { Kind } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

const wmi = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 99,
  says: [
    title,
    '{ProviderName}',
    '{Operation}',
    '{Query}',
    '{CONSUMER}',
    '{ESS}',
    'by {User}',
    '{ResultCode}',
    '{Code}',
  ],
  ...more,
})

export const pack = channelPack({
  id: 'microsoft-windows-wmi',
  product: 'WMI Activity',
  names: ['WMI', 'WMI-Activity'],
  docs: ['https://learn.microsoft.com/en-us/windows/win32/wmisdk/tracing-wmi-activity'],
  channels: ['Microsoft-Windows-WMI-Activity/Operational', 'Microsoft-Windows-WMI-Activity'],
  kinds: {
    '5857': wmi('Provider started', {
      map: { HostProcess: 'process.name', ProcessID: 'process.pid', Code: 'status_code' },
    }),
    '5858': wmi('Operation fails', {
      ends: 'failure',
      map: { User: 'actor.user', ClientProcessId: 'process.pid', ResultCode: 'status_code' },
    }),
    '5859': wmi('Subscription to events', { map: { User: 'actor.user', processid: 'process.pid' } }),
    '5860': wmi('Temporary subscription to events', {
      map: { User: 'actor.user', processid: 'process.pid', ClientProcessID: 'process.pid' },
    }),
    '5861': wmi('Permanent subscription bound to a consumer', { severity: 3 }),
  },
  personal: { User: 'user', ClientMachine: 'host', ClientMachineFQDN: 'host', MachineName: 'host' },
})
