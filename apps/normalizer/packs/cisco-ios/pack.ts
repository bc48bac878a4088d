import { definePack } from '../../src/packs/kit.ts'
import { cisco } from './cisco.ts'

export const pack = definePack({
  id: 'cisco-ios',
  vendor: 'Cisco',
  product: 'ASA and IOS',
  names: ['ASA', 'IOS', 'FTD', 'Firepower', 'PIX'],
  docs: [
    'https://www.cisco.com/c/en/us/td/docs/security/asa/syslog/b_syslog.html',
    'https://www.cisco.com/c/en/us/td/docs/ios/system/messages/guide/consol_smg.html',
  ],
  // Tags begin with the facility: %ASA-4-106023. A pack for one facility names it: %asa.
  marks: { tags: ['%'] },
  message: (message, draft, source) => cisco(source.text('program') ?? '', message, draft),
  lacks: ['service', 'dst_endpoint', 'user'],
})
