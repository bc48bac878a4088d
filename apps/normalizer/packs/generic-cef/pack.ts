import { definePack } from '../../src/packs/kit.ts'
import { cef } from './cef.ts'

export const pack = definePack({
  id: 'generic-cef',
  vendor: 'generic',
  product: 'CEF',
  docs: [
    'https://www.microfocus.com/documentation/arcsight/arcsight-smartconnectors-8.4/pdfdoc/cef-implementation-standard/cef-implementation-standard.pdf',
  ],
  marks: { syntax: ['cef'] },
  content: cef,
})
