import { definePack } from '../../src/packs/kit.ts'
import { cron } from './cron.ts'

export const pack = definePack({
  id: 'linux-cron',
  vendor: 'Linux',
  product: 'cron',
  docs: ['https://man7.org/linux/man-pages/man8/cron.8.html'],
  marks: { tags: ['cron', 'crond', 'anacron', 'crontab'] },
  message: cron,
})
