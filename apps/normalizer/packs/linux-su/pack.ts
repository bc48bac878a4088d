import { definePack } from '../../src/packs/kit.ts'
import { su } from './su.ts'

export const pack = definePack({
  id: 'linux-su',
  vendor: 'Linux',
  product: 'su',
  docs: ['https://man7.org/linux/man-pages/man1/su.1.html'],
  marks: { tags: ['su', 'su-l'] },
  message: su,
})
