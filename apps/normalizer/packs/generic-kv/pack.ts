import { definePack } from '../../src/packs/kit.ts'
import { generic } from '../generic-json/json.ts'

export const pack = definePack({
  id: 'generic-kv',
  vendor: 'generic',
  product: 'key=value',
  docs: ['https://brandur.org/logfmt'],
  marks: { syntax: ['kv'] },
  content: generic,
})
