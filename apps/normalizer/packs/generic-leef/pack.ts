import { definePack } from '../../src/packs/kit.ts'
import { leef } from '../generic-cef/cef.ts'

export const pack = definePack({
  id: 'generic-leef',
  vendor: 'generic',
  product: 'LEEF',
  docs: ['https://www.ibm.com/docs/en/dsm?topic=overview-leef-event-components'],
  marks: { syntax: ['leef'] },
  content: leef,
})
