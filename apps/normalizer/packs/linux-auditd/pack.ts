import { definePack } from '../../src/packs/kit.ts'
import { auditd } from './auditd.ts'

export const pack = definePack({
  id: 'linux-auditd',
  vendor: 'Linux',
  product: 'auditd',
  docs: ['https://man7.org/linux/man-pages/man8/auditd.8.html'],
  marks: { syntax: ['auditd'] },
  content: auditd,
})
