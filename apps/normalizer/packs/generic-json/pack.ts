import { definePack } from '../../src/packs/kit.ts'
import { generic } from './json.ts'

export const pack = definePack({
  id: 'generic-json',
  vendor: 'generic',
  product: 'JSON',
  docs: ['https://www.rfc-editor.org/rfc/rfc8259'],
  marks: { syntax: ['json'] },
  content: generic,
})
