import type { Kind } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

type Ends = Kind['ends']
const SAYS = ['{FullFilePath}', '{FilePath}', '{Package}', 'rule {RuleName}', 'user {TargetUser}'] as const
const WHO = { TargetUser: 'actor.user', RuleName: 'policy.name', RuleId: 'policy.uid' } as const

const program = (title: string, ends?: Ends): Kind => ({
  title,
  class: 'process_activity',
  activity: 1,
  ends,
  severity: ends === 'refused' ? 3 : 1,
  map: {
    ...WHO,
    FullFilePath: 'process.file.path',
    FilePath: 'process.file.path',
    Package: 'process.name',
  },
  says: [title, ...SAYS],
})
const library = (title: string, ends?: Ends): Kind => ({
  ...program(title, ends),
  class: 'module_activity',
  map: {
    ...WHO,
    FullFilePath: 'module.file.path',
    FilePath: 'module.file.path',
  },
})
const script = (title: string, ends?: Ends): Kind => ({
  ...program(title, ends),
  class: 'file_activity',
  activity: 14,
  map: { ...WHO, FullFilePath: 'file.path', FilePath: 'file.path' },
})

export const pack = channelPack({
  id: 'microsoft-windows-applocker',
  product: 'AppLocker',
  docs: [
    'https://learn.microsoft.com/en-us/windows/security/application-security/application-control/app-control-for-business/applocker/using-event-viewer-with-applocker',
  ],
  channels: [
    'Microsoft-Windows-AppLocker/EXE and DLL',
    'Microsoft-Windows-AppLocker/MSI and Script',
    'Microsoft-Windows-AppLocker/Packaged app-Execution',
    'Microsoft-Windows-AppLocker/Packaged app-Deployment',
    'Microsoft-Windows-AppLocker',
  ],
  and: 'PolicyName',
  kinds: {
    '8002': program('Program allowed', 'allowed'),
    '8003': program('Program would be blocked'),
    '8004': program('Program blocked', 'refused'),
    '8002:DLL': library('Library allowed', 'allowed'),
    '8003:DLL': library('Library would be blocked'),
    '8004:DLL': library('Library blocked', 'refused'),
    '8005': script('Script or installer allowed', 'allowed'),
    '8006': script('Script or installer would be blocked'),
    '8007': script('Script or installer blocked', 'refused'),
    '8020': program('Packaged app allowed', 'allowed'),
    '8021': program('Packaged app would be blocked'),
    '8022': program('Packaged app blocked', 'refused'),
  },
  personal: { TargetUser: 'sid' },
})
