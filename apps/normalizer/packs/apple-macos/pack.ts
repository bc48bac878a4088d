import { definePack } from '../../src/packs/kit.ts'
import { macos } from './macos.ts'

export const pack = definePack({
  id: 'apple-macos',
  vendor: 'Apple',
  product: 'unified log',
  docs: ['https://developer.apple.com/documentation/os/logging'],
  marks: { syntax: ['macos'] },
  content: macos,
})
