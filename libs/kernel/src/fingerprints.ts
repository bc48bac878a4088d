import { createHmac } from 'node:crypto'
import { secretKey } from './secret-key.ts'

/**
 * What a machine reports about its hardware. Never stored, logged or returned: only its {@link fingerprintKeys} are.
 */
export interface Fingerprint {
  readonly machine_id?: string
  readonly serial_number?: string
  readonly mac_addresses?: readonly string[]
}

/** Most addresses of one machine that are considered. */
const MAX_ADDRESSES = 16

/**
 * Placeholder values that many machines share because nobody filled them in (SMBIOS defaults). Compared without
 * punctuation.
 */
const PLACEHOLDERS = new Set([
  'none',
  'unknown',
  'default',
  'defaultstring',
  'notspecified',
  'notapplicable',
  'notavailable',
  'systemserialnumber',
  'tobefilledbyoem',
  'oem',
  'invalid',
  'na',
  '0123456789',
  '123456789',
  '1234567890',
  '03000200040005000006000700080009',
])

/**
 * Keyed hashes of a fingerprint, `<kind>:<hmac>`, strongest first. Network addresses count only without a machine id
 * and a serial number: docks share them, hypervisors clone them and phones make them up.
 * @param key the tenant's `fingerprints` key: without it nobody can test guesses.
 */
export function fingerprintKeys(fingerprint: Fingerprint | undefined, key: Uint8Array): string[] {
  if (!fingerprint) return []
  const hashed = (kind: string, value: string): string =>
    `${kind}:${createHmac('sha256', secretKey(key)).update(`${kind}\n${value}`).digest('hex').slice(0, 40)}`
  const machine = meaningful(fingerprint.machine_id)
  const serial = meaningful(fingerprint.serial_number)
  const strong = [...(machine ? [hashed('machine_id', machine)] : []), ...(serial ? [hashed('serial', serial)] : [])]
  if (strong.length > 0) return strong
  const addresses = (fingerprint.mac_addresses ?? []).slice(0, MAX_ADDRESSES).map(globalAddress)
  return [...new Set(addresses.filter(a => a !== undefined))].sort().map(a => hashed('mac', a))
}

/**
 * Confidence that the agent's machine is this asset (contract section 2: machine id or serial is preferred to
 * addresses).
 */
export const confidenceOf = (keys: readonly string[]): 'high' | 'low' =>
  keys.some(k => k.startsWith('machine_id:') || k.startsWith('serial:')) ? 'high' : 'low'

/** Folded, without punctuation; undefined when it does not identify the machine. */
function meaningful(value: string | undefined): string | undefined {
  const folded = (value ?? '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  const oneSymbol = new Set(folded).size <= 1
  return oneSymbol || PLACEHOLDERS.has(folded) ? undefined : folded
}

/**
 * An address assigned by a manufacturer as twelve lower-case hex digits; undefined for local, group and zero addresses
 * (IEEE 802).
 */
export function globalAddress(value: string): string | undefined {
  const hex = value.toLowerCase().replace(/[^0-9a-f]/g, '')
  if (hex.length !== 12 || /^0+$/.test(hex)) return undefined
  return (Number.parseInt(hex.slice(0, 2), 16) & 0b11) === 0 ? hex : undefined
}
