import { definePack } from '../../src/packs/kit.ts'
import { login } from './login.ts'

export const pack = definePack({
  id: 'linux-login',
  vendor: 'Linux',
  product: 'login',
  docs: ['https://man7.org/linux/man-pages/man1/login.1.html'],
  marks: { tags: ['login'] },
  message: login,
})
