import { definePack } from '../../src/packs/kit.ts'
import { sudo } from './sudo.ts'

export const pack = definePack({
  id: 'linux-sudo',
  vendor: 'Linux',
  product: 'sudo',
  docs: ['https://www.sudo.ws/docs/man/sudoers.man/#LOG_FORMAT'],
  marks: { tags: ['sudo'] },
  message: sudo,
})
