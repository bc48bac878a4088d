import { definePack } from '../../src/packs/kit.ts'
import { cisco } from './cisco.ts'

export const pack = definePack({
  id: 'cisco-ios',
  vendor: 'Cisco',
  product: 'IOS',
  names: ['IOS', 'IOS XE', 'IOS XR', 'NX-OS', 'Catalyst', 'Nexus'],
  docs: ['https://www.cisco.com/c/en/us/td/docs/ios/system/messages/guide/consol_smg.html'],
  // Tags begin with the facility: %SEC-6-IPACCESSLOGP. Facilities with a pack of their own name it: %asa.
  marks: { tags: ['%'] },
  message: (message, draft, source) => cisco(source.text('program') ?? '', message, draft),
  lacks: ['service', 'dst_endpoint', 'user'],
})
