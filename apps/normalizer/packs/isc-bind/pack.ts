import { definePack } from '../../src/packs/kit.ts'
import { bind } from './dns.ts'

export const pack = definePack({
  id: 'isc-bind',
  vendor: 'ISC',
  product: 'BIND',
  docs: ['https://bind9.readthedocs.io/en/latest/reference.html#logging'],
  marks: { tags: ['named'] },
  message: bind,
})
