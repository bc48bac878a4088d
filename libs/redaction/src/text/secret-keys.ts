import type { SecretType } from '../findings/finding.ts'
import { WORDS_FOR_PASSWORD } from '../findings/patterns.ts'
import { createMemo } from '../memo.ts'

const HINT = /pass|pwd|^pw$|psw|secret|token|key|cred|auth|cookie|^pin$|^sig$|^otp$|^psk$|session/i
const NAMES =
  /(?:password|passwd|passphrase|passcode|userpass|dbpass|pwd|secret|token|(?:api|access|secret|private|account|shared(?:access)?|encryption|decryption|recovery|session|auth|master|signing|subscription|storage)key|credentials?|authorization|cookies?|sessionid|sharedsecret)(?:value|text|hash|\d{1,3})?$/
const EXACT = new Set([
  'pass',
  'pw',
  'psw',
  'passw',
  'pin',
  'sig',
  'otp',
  'psk',
  'wpapsk',
  'presharedkey',
  'xapikey',
  'xauthtoken',
  'cred',
  'creds',
])

/** Names in other languages than English. */
const FOREIGN = new RegExp(`(?:${WORDS_FOR_PASSWORD})\\d{0,3}$`, 'i')

/** Members that end like the name of a secret but are not secrets: .NET assembly names, paging, terminal sessions. */
const HARMLESS = new Set([
  'publickeytoken',
  'nexttoken',
  'continuationtoken',
  'sessionid',
  'logonsessionid',
  'authsessionid',
])

/** Longer names say nothing. */
const LONGEST = 128
/** Names that are remembered at least, with what they say: most members of logs are called alike. */
const REMEMBERED = 1_024
const said = createMemo((_kind: 'key', key) => typeOfKey(key) ?? '', REMEMBERED)

/**
 * The type of the value of a member called `key`, if its name says that it is a secret (`db_password`, `x-api-key`,
 * `clientSecret`).
 */
export function secretOfKey(key: string): SecretType | undefined {
  if (key.length > LONGEST) return undefined
  const type = said('key', key)
  return type === '' ? undefined : (type as SecretType)
}

function typeOfKey(key: string): SecretType | undefined {
  if (FOREIGN.test(key)) return 'password'
  if (!HINT.test(key)) return undefined
  const name = key.toLowerCase().replace(/[^a-z0-9]/g, '')
  if (HARMLESS.has(name) || !(EXACT.has(name) || NAMES.test(name))) return undefined
  return typeOfName(name)
}

/** The marker's type for a word that names a secret. */
export function typeOfName(word: string): SecretType {
  const name = word.toLowerCase()
  if (/hash/.test(name)) return 'hash'
  if (/pass|pwd|pw|psw|psk|pin|cred/.test(name)) return 'password'
  if (/cookie|session/.test(name)) return 'cookie'
  if (/token|authorization|otp/.test(name)) return 'token'
  if (/key/.test(name)) return 'api_key'
  return 'secret'
}
