import type { Draft, Kind, Source } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

/** `LOCAL` is the console, not a machine. */
function address(source: Source, draft: Draft): void {
  const from = source.text('Address')
  if (from !== undefined && from.toUpperCase() !== 'LOCAL') draft.set('src_endpoint.ip', from)
}
const SAYS = ['{User}', 'session {SessionID}', 'from {Address}'] as const

const login = (title: string, activity: number): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends: 'success',
  map: { User: 'user', SessionID: 'session.uid' },
  says: [title, ...SAYS],
  also: address,
})
const session = (title: string, activity: number): Kind => ({
  title,
  class: 'rdp_activity',
  activity,
  map: { User: 'user', SessionID: 'connection_info.uid' },
  says: [title, ...SAYS],
  also: address,
})
const client = (title: string): Kind => ({
  title,
  class: 'rdp_activity',
  activity: 1,
  map: { Value: 'dst_endpoint.ip' },
  says: [title, '{Value}'],
})

export const pack = channelPack({
  id: 'microsoft-windows-terminal-services',
  product: 'Terminal Services',
  names: ['TerminalServices', 'Remote Desktop Services'],
  docs: ['https://learn.microsoft.com/en-us/windows/win32/termserv/terminal-services-portal'],
  channels: [
    'Microsoft-Windows-TerminalServices-LocalSessionManager/Operational',
    'Microsoft-Windows-TerminalServices-LocalSessionManager',
    'Microsoft-Windows-TerminalServices-RemoteConnectionManager/Operational',
    'Microsoft-Windows-TerminalServices-RemoteConnectionManager',
    'Microsoft-Windows-TerminalServices-RDPClient/Operational',
    'Microsoft-Windows-TerminalServices-ClientActiveXCore',
  ],
  kinds: {
    '21': login('Session logon', 1),
    '23': login('Session logoff', 2),
    '24': session('Session disconnected', 7),
    '25': session('Session reconnected', 8),
    '1149': {
      title: 'Remote desktop user authenticated',
      class: 'authentication',
      activity: 1,
      ends: 'success',
      map: { Param1: 'user.name', Param2: 'user.domain', Param3: 'src_endpoint.ip' },
      says: ['Remote desktop user authenticated', '{Param2}\\{Param1}', 'from {Param3}'],
    },
    '1024': client('Connects to a server'),
    '1102': client('Connects to an address'),
  },
  personal: { User: 'user', Param1: 'user', Param3: 'ip', Value: 'host' },
  // A session at the console has no address, and a failed check of a name has no user.
  lacks: ['src_endpoint', 'dst_endpoint', 'user'],
})
