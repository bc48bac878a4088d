import { definePack } from '../../src/packs/kit.ts'
import { syslog } from './syslog.ts'

export const pack = definePack({
  id: 'generic-syslog',
  vendor: 'generic',
  product: 'syslog',
  docs: ['https://www.rfc-editor.org/rfc/rfc5424', 'https://www.rfc-editor.org/rfc/rfc3164'],
  marks: { syntax: ['syslog'] },
  message: syslog,
})
