import { definePack } from '../../src/packs/kit.ts'
import { pam } from './pam.ts'

export const pack = definePack({
  id: 'linux-pam',
  vendor: 'Linux',
  product: 'PAM',
  docs: ['https://man7.org/linux/man-pages/man8/pam_unix.8.html'],
  marks: {},
  first: true,
  lacks: ['user'],
  message: pam,
})
