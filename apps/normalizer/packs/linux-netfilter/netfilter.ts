import { readPairs } from '../../src/formats/kv.ts'
import type { ReadMessage } from '../../src/packs/read-message.ts'

/** iptables, nftables and ufw in the kernel log: `[UFW BLOCK] IN=eth0 … SRC=… DST=… PROTO=TCP SPT=… DPT=…`. */
export const netfilter: ReadMessage = (message, draft, source) => {
  if (!message.includes('SRC=') || !message.includes('DST=')) return false
  const pairs = readPairs(message)
  draft
    .is('network_activity', 6)
    .set('src_endpoint.ip', pairs.SRC)
    .set('src_endpoint.port', pairs.SPT)
    .set('dst_endpoint.ip', pairs.DST)
    .set('dst_endpoint.port', pairs.DPT)
    .set('connection_info.protocol_name', pairs.PROTO?.toLowerCase())
    .set('src_endpoint.interface_name', pairs.IN)
    .set('dst_endpoint.interface_name', pairs.OUT)
  const prefix = message.slice(0, message.indexOf('SRC='))
  if (/block|drop|reject|den(?:y|ied)|refus/i.test(prefix)) draft.is('network_activity', 5).refuse().atLeast(2)
  else if (/allow|accept|pass|permit/i.test(prefix)) draft.allow()
  for (const name of ['SRC', 'DST', 'SPT', 'DPT', 'PROTO', 'IN', 'OUT', 'MAC']) {
    if (pairs[name]) source.fields[name] ??= pairs[name]
  }
  source.use('SRC', 'DST', 'SPT', 'DPT', 'PROTO', 'IN', 'OUT')
  return true
}
