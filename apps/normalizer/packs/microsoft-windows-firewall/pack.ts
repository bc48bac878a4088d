import type { Kind } from '../../src/packs/kit.ts'
import { channelPack } from '../microsoft-windows/channel.ts'

const rule = (title: string, activity: number): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  severity: 2,
  map: {
    RuleName: 'entity.name',
    RuleId: 'entity.uid',
    ModifyingUser: 'actor.user',
    ModifyingApplication: 'process.file.path',
  },
  facts: { 'entity.type': 'Firewall rule' },
  says: [
    title,
    '{RuleName}',
    '({RuleId})',
    'of {ApplicationPath}',
    'by {ModifyingUser}',
    'with {ModifyingApplication}',
  ],
})
const setting = (title: string): Kind => ({
  ...rule(title, 3),
  map: { ModifyingUser: 'actor.user', ModifyingApplication: 'process.file.path' },
  facts: { 'entity.type': 'Firewall settings', 'entity.name': 'Windows Firewall' },
  says: [title, '{SettingType} {SettingValueString}', 'by {ModifyingUser}', 'with {ModifyingApplication}'],
})

export const pack = channelPack({
  id: 'microsoft-windows-firewall',
  product: 'Windows Firewall',
  names: ['Windows Firewall With Advanced Security'],
  docs: [
    'https://learn.microsoft.com/en-us/windows/security/operating-system-security/network-security/windows-firewall/',
  ],
  channels: [
    'Microsoft-Windows-Windows Firewall With Advanced Security/Firewall',
    'Microsoft-Windows-Windows Firewall With Advanced Security',
  ],
  kinds: {
    '2004': rule('Firewall rule added', 1),
    '2071': rule('Firewall rule added', 1),
    '2097': rule('Firewall rule added', 1),
    '2005': rule('Firewall rule changed', 3),
    '2073': rule('Firewall rule changed', 3),
    '2099': rule('Firewall rule changed', 3),
    '2006': rule('Firewall rule deleted', 4),
    '2052': rule('Firewall rule deleted', 4),
    '2033': { ...setting('All firewall rules deleted'), activity: 4, severity: 4 },
    '2002': setting('Firewall setting changed'),
    '2003': setting('Firewall setting of a profile changed'),
    '2032': { ...setting('Firewall set back to its defaults'), severity: 3 },
  },
  personal: { ModifyingUser: 'sid' },
})
