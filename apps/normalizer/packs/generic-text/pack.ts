import { definePack } from '../../src/packs/kit.ts'
import { text } from './text.ts'

export const pack = definePack({
  id: 'generic-text',
  vendor: 'generic',
  product: 'text',
  docs: ['https://www.rfc-editor.org/rfc/rfc3629'],
  marks: { syntax: ['text'] },
  content: text,
})
