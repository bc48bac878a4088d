import { definePack } from '../../src/packs/kit.ts'
import { sshd } from './sshd.ts'

export const pack = definePack({
  id: 'openbsd-openssh',
  vendor: 'OpenBSD',
  product: 'OpenSSH',
  docs: ['https://man.openbsd.org/sshd'],
  marks: { tags: ['sshd', 'sshd-session', 'sshd-auth'] },
  message: sshd,
})
