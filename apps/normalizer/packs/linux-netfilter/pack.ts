import { definePack } from '../../src/packs/kit.ts'
import { netfilter } from './netfilter.ts'

export const pack = definePack({
  id: 'linux-netfilter',
  vendor: 'Linux',
  product: 'netfilter',
  docs: ['https://www.netfilter.org/documentation/'],
  marks: { tags: ['kernel'] },
  message: netfilter,
})
