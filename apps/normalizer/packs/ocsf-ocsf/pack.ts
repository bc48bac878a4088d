import { definePack } from '../../src/packs/kit.ts'
import { ocsf } from './ocsf.ts'

export const pack = definePack({
  id: 'ocsf-ocsf',
  vendor: 'OCSF',
  product: 'events',
  docs: ['https://schema.ocsf.io/1.8.0/'],
  marks: { syntax: ['ocsf'] },
  content: ocsf,
})
