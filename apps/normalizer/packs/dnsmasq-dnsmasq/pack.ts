import { definePack } from '../../src/packs/kit.ts'
import { dnsmasq } from './dns.ts'

export const pack = definePack({
  id: 'dnsmasq-dnsmasq',
  vendor: 'dnsmasq',
  product: 'dnsmasq',
  docs: ['https://thekelleys.org.uk/dnsmasq/docs/dnsmasq-man.html'],
  marks: { tags: ['dnsmasq'] },
  message: dnsmasq,
})
