import { type Fields, named } from '../../src/packs/kit.ts'

/** The default format (version 2). */
const DEFAULT =
  'version account-id interface-id srcaddr dstaddr srcport dstport protocol packets bytes start end action log-status'.split(
    ' ',
  )
/** What later versions add, in the order of the documentation, which is also that of the console. */
const LATER =
  'vpc-id subnet-id instance-id tcp-flags type pkt-srcaddr pkt-dstaddr region az-id sublocation-type sublocation-id pkt-src-aws-service pkt-dst-aws-service flow-direction traffic-path'.split(
    ' ',
  )
const FORM: Readonly<Record<string, RegExp>> = {
  version: /^\d{1,2}$/,
  'account-id': /^(?:\d{12}|unknown)$/,
  'interface-id': /^eni-[0-9a-z]{1,32}$/,
  srcaddr: /^(?:[0-9a-fA-F.:]{2,45}|-)$/,
  dstaddr: /^(?:[0-9a-fA-F.:]{2,45}|-)$/,
  srcport: /^(?:\d{1,5}|-)$/,
  dstport: /^(?:\d{1,5}|-)$/,
  protocol: /^(?:\d{1,3}|-)$/,
  start: /^(?:\d{9,10}|-)$/,
  end: /^(?:\d{9,10}|-)$/,
  action: /^(?:ACCEPT|REJECT|-)$/,
  'log-status': /^(?:OK|NODATA|SKIPDATA)$/,
  'vpc-id': /^(?:vpc-[0-9a-z]{1,32}|-)$/,
  'subnet-id': /^(?:subnet-[0-9a-z]{1,32}|-)$/,
  'instance-id': /^(?:i-[0-9a-z]{1,32}|-)$/,
  type: /^(?:IPv4|IPv6|EFA|-)$/,
  'flow-direction': /^(?:ingress|egress|-)$/,
}

/**
 * A record of the default format, or of the default format with the later fields behind it. Another custom format has
 * the same values in another order, and only who made it knows which: it is not guessed.
 */
export function readFlow(message: string): Fields | undefined {
  const values = message.split(' ', 64)
  if (values.length < DEFAULT.length || values.length > DEFAULT.length + LATER.length) return undefined
  const names = [...DEFAULT, ...LATER].slice(0, values.length)
  for (const [index, name] of names.entries()) if (FORM[name]?.test(values[index]!) === false) return undefined
  return named(names, values)
}
