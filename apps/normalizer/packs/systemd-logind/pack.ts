import { definePack } from '../../src/packs/kit.ts'
import { logind } from './logind.ts'

export const pack = definePack({
  id: 'systemd-logind',
  vendor: 'systemd',
  product: 'logind',
  docs: ['https://www.freedesktop.org/software/systemd/man/latest/systemd-logind.service.html'],
  marks: { tags: ['systemd-logind'] },
  message: logind,
  lacks: ['user'],
})
