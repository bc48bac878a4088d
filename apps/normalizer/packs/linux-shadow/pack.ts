import { definePack } from '../../src/packs/kit.ts'
import { accounts } from './accounts.ts'

export const pack = definePack({
  id: 'linux-shadow',
  vendor: 'Linux',
  product: 'shadow-utils',
  docs: ['https://github.com/shadow-maint/shadow'],
  marks: { tags: ['useradd', 'userdel', 'usermod', 'groupadd', 'groupdel', 'gpasswd', 'passwd', 'chpasswd'] },
  message: accounts,
})
