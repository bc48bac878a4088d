// Invented identifiers, secrets and the harmless values (times, numbers, versions) of a line.
// Addresses and domains are those set apart for documentation (RFC 2606, 5737, 3849, 7042).
import type { Random } from './random.ts'

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
const DIGITS = '0123456789'
const HEX = '0123456789abcdef'
const ALNUM = LOWER + UPPER + DIGITS
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')

const octets = (r: Random) => `${r.pick(['203.0.113', '198.51.100', '192.0.2'])}.${r.int(1, 254)}`
const v6 = (r: Random) => `2001:db8:${r.text(3, '123456789abcdef')}::${r.text(2, '123456789abcdef')}`
const integer = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
const host = (r: Random) =>
  r.pick([
    `srv-${r.pick(['fra', 'lon', 'prg', 'nyc'])}-${two(r.int(1, 40))}`,
    `${r.pick(['web', 'db', 'mx', 'vpn', 'dc', 'bastion', 'node', 'app'])}${two(r.int(1, 30))}`,
    `${r.pick(['WS', 'LAP', 'DESKTOP'])}-${r.text(6, UPPER + DIGITS)}`,
    `${r.pick(['zeus', 'orion', 'falcon', 'saturn', 'krypton'])}${r.int(2, 9)}`,
  ])
const fqdn = (r: Random) =>
  `${host(r).toLowerCase()}.${r.pick(['corp.example', 'example.com', 'example.net', 'acme.example'])}`
const mac = (r: Random, between: string) => ['00', '00', '5e', '00', '53', r.text(2, HEX)].join(between)
const uuid = (r: Random) => [8, 4, 4, 4, 12].map(n => r.text(n, HEX)).join('-')

/** The check digits of an IBAN (ISO 13616). */
function iban(r: Random): string {
  const [country, length] = r.pick([
    ['DE', 18],
    ['NL', 14],
    ['GB', 18],
    ['CZ', 20],
    ['NO', 11],
    ['BE', 12],
  ] as const)
  const head = country === 'NL' || country === 'GB' ? r.text(4, UPPER) : ''
  const body = head + r.text(length - head.length, DIGITS)
  const digits = `${body}${country}00`.replace(/[A-Z]/g, c => String(c.charCodeAt(0) - 55))
  const code = `${country}${two(98 - Number(BigInt(digits) % 97n))}${body}`
  return r.int(0, 1) ? code : code.replace(/(.{4})(?=.)/g, '$1 ')
}

/** Digits with the check digit of Luhn at the end. */
function luhn(digits: string): string {
  const sum = [...digits].reverse().reduce((total, d, i) => {
    const n = Number(d) * (i % 2 === 0 ? 2 : 1)
    return total + (n > 9 ? n - 9 : n)
  }, 0)
  return digits + String((10 - (sum % 10)) % 10)
}

const IDENTIFIERS: Readonly<Record<string, (r: Random) => readonly [string, string]>> = {
  ip: r => ['ip', octets(r)],
  ipdef: r => ['ip', octets(r).replaceAll('.', '[.]')],
  ipint: r => ['ip', String(integer(octets(r)))],
  iphex: r => ['ip', `0x${integer(octets(r)).toString(16)}`],
  ipoct: r => [
    'ip',
    octets(r)
      .split('.')
      .map(n => `0${Number(n).toString(8)}`)
      .join('.'),
  ],
  ippct: r => ['ip', octets(r).replaceAll('.', '%2E')],
  ipv: r => ['ip', v6(r)],
  ipvlong: r => ['ip', `2001:0db8:${r.text(4, HEX)}:0000:0000:${r.text(4, HEX)}:0000:${r.text(4, HEX)}`],
  ipmapped: r => ['ip', `::ffff:${octets(r)}`],
  mac: r => ['mac', mac(r, ':')],
  macdash: r => ['mac', mac(r, '-').toUpperCase()],
  macplain: r => ['mac', mac(r, '')],
  macdot: r => ['mac', mac(r, '').replace(/(.{4})(?=.)/g, '$1.')],
  host: r => ['host', host(r)],
  fqdn: r => ['host', fqdn(r)],
  fqdndef: r => ['host', fqdn(r).replaceAll('.', '[.]')],
  iban: r => ['iban', iban(r)],
  card: r => ['card', r.pick(['4111 1111 1111 1111', '5555555555554444', '3782-822463-10005', '4012888888881881'])],
  ssn: r => ['national_id', `${r.int(100, 665)}-${two(r.int(1, 99))}-${r.int(1000, 9999)}`],
  rodne: r => ['national_id', `${r.text(2, '6789')}${two(r.int(1, 12))}${two(r.int(10, 28))}/${r.text(4, DIGITS)}`],
  nino: r => [
    'national_id',
    `QQ ${r.text(2, DIGITS)} ${r.text(2, DIGITS)} ${r.text(2, DIGITS)} ${r.pick(['A', 'B', 'C'])}`,
  ],
  cpf: r => ['national_id', `${r.text(3, DIGITS)}.${r.text(3, DIGITS)}.${r.text(3, DIGITS)}-${r.text(2, DIGITS)}`],
  pesel: r => ['national_id', `${r.text(2, '6789')}${two(r.int(1, 12))}${two(r.int(10, 28))}${r.text(5, DIGITS)}`],
  personnummer: r => [
    'national_id',
    `19${r.text(2, '5678')}${two(r.int(1, 12))}${two(r.int(10, 28))}-${r.text(4, DIGITS)}`,
  ],
  aadhaar: r => ['national_id', `${r.text(4, '23456789')} ${r.text(4, DIGITS)} ${r.text(4, DIGITS)}`],
  passport: r => ['passport', `${r.text(1, 'CDLNPX')}${r.text(8, DIGITS)}`],
  phone: r => [
    'phone',
    r.pick([
      `+1 ${r.pick(['202', '312', '415'])}-555-01${r.text(2, DIGITS)}`,
      `(212) 555-01${r.text(2, DIGITS)}`,
      `+44 20 7946 0${r.text(3, DIGITS)}`,
      `+49 30 23125 ${r.text(3, DIGITS)}`,
      `+420 601 ${r.text(3, DIGITS)} ${r.text(3, DIGITS)}`,
      `07700 900${r.text(3, DIGITS)}`,
      `+81-90-${r.text(4, DIGITS)}-${r.text(4, DIGITS)}`,
      `+91 98${r.text(3, DIGITS)} ${r.text(5, DIGITS)}`,
      `0033 1 99 00 ${r.text(2, DIGITS)} ${r.text(2, DIGITS)}`,
      `+2348030${r.text(6, DIGITS)}`,
      `+55 (11) 9${r.text(4, DIGITS)}-${r.text(4, DIGITS)}`,
    ]),
  ],
  serial: r => [
    'serial',
    r.pick([
      `C02${r.text(9, `${UPPER}${DIGITS}`)}`,
      `PF${r.text(6, UPPER + DIGITS)}`,
      `5CG${r.text(7, UPPER + DIGITS)}`,
      `SN${r.text(10, DIGITS)}`,
    ]),
  ],
  imei: r => ['imei', luhn(`35${r.text(12, DIGITS)}`)],
  imsi: r => ['imsi', `00101${r.text(10, DIGITS)}`],
  iccid: r => ['iccid', luhn(`8999${r.text(14, DIGITS)}`)],
  machineid: r => ['machine_id', r.text(32, HEX)],
  deviceid: r => ['machine_id', uuid(r)],
  sid: r => [
    'sid',
    `S-1-5-21-${r.text(9, '123456789')}-${r.text(10, '123456789')}-${r.text(9, '123456789')}-${r.int(1100, 9800)}`,
  ],
  gps: r => ['location', `${r.int(40, 60)}.${r.text(5, DIGITS)}, ${r.int(2, 20)}.${r.text(5, DIGITS)}`],
  plate: r => ['plate', `${r.int(1, 9)}${r.text(1, 'ABCELPSTUZ')}${r.text(1, DIGITS)} ${r.text(4, DIGITS)}`],
  birth: r => ['birth_date', `19${r.int(50, 99)}-${two(r.int(1, 12))}-${two(r.int(1, 28))}`],
}

const WORDS = ['Garnet', 'velvet', 'Tundra', 'pickle', 'Comet', 'walrus', 'Maple', 'quartz', 'Lagoon', 'biscuit']

const SECRETS: Readonly<Record<string, (r: Random) => string>> = {
  pw: r =>
    r.pick([
      `${r.pick(WORDS)}${r.int(10, 9999)}${r.pick(['!', '#', '$', '?', ''])}`,
      r.text(12, ALNUM),
      `${r.pick(WORDS)}-${r.pick(WORDS)}-${r.int(10, 99)}`,
      `${r.text(4, LOWER)}${r.text(1, '#!*_~')}${r.text(4, UPPER)}${r.text(2, DIGITS)}`,
      `${r.pick(['Summer', 'Winter', 'Welcome', 'Qwertz'])}${r.int(2019, 2027)}!`,
    ]),
  pwspace: r => `${r.pick(WORDS)} ${r.pick(WORDS)} ${r.int(10, 99)}!`,
  pwpct: r => `${r.pick(WORDS)}%21${r.int(100, 999)}%23`,
  phrase: r => `${r.pick(WORDS)}-${r.pick(WORDS)}-${r.pick(WORDS)}-${r.int(10, 99)}`.toLowerCase(),
  pin: r => r.text(4, DIGITS),
  otp: r => r.text(6, DIGITS),
  hex: r => r.text(32, HEX),
  hexlong: r => r.text(64, HEX),
  token: r => r.text(40, ALNUM),
  base: r => Buffer.from(r.text(24, ALNUM)).toString('base64'),
  basic: r => Buffer.from(`svc-${r.text(4, LOWER)}:${r.text(12, ALNUM)}`).toString('base64'),
  enc: r => Buffer.from(`net use x: /user:svc ${r.text(12, ALNUM)}`, 'utf16le').toString('base64'),
  jwt: r =>
    [
      { alg: 'HS256', typ: 'JWT' },
      { sub: r.text(8, DIGITS), iat: 1795000000 + r.int(0, 99999) },
    ]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat(r.text(43, ALNUM))
      .join('.'),
  bcrypt: r => `$2b$12$${r.text(53, ALNUM)}`,
  crypt: r => `$6$${r.text(8, ALNUM)}$${r.text(86, ALNUM)}`,
  ntlm: r => r.text(32, HEX),
  recovery: r => Array.from({ length: 8 }, () => r.text(6, DIGITS)).join('-'),
  keybody: r => `MIIEvQIBADANBgkq${r.text(64, ALNUM)}`,
}

const TIMES: Readonly<Record<string, (r: Random) => string>> = {
  iso: r =>
    `2026-${two(r.int(1, 12))}-${two(r.int(1, 28))}T${two(r.int(0, 23))}:${two(r.int(0, 59))}:${two(r.int(0, 59))}Z`,
  ms: r =>
    `2026-${two(r.int(1, 12))}-${two(r.int(1, 28))} ${two(r.int(0, 23))}:${two(r.int(0, 59))}:${two(r.int(0, 59))},${r.text(3, DIGITS)}`,
  sys: r => `${r.pick(MONTHS)} ${r.int(10, 28)} ${two(r.int(0, 23))}:${two(r.int(0, 59))}:${two(r.int(0, 59))}`,
  apache: r =>
    `${two(r.int(1, 28))}/${r.pick(MONTHS)}/2026:${two(r.int(0, 23))}:${two(r.int(0, 59))}:${two(r.int(0, 59))} +0000`,
  time: r => `${two(r.int(0, 23))}:${two(r.int(0, 59))}`,
  date: r => `2026-${two(r.int(1, 12))}-${two(r.int(1, 28))}`,
  month: r => r.pick(['January', 'March', 'April', 'May', 'June', 'August', 'October', 'December']),
  day: r => r.pick(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']),
  pid: r => String(r.int(300, 32000)),
  port: r => String(r.int(32768, 60999)),
  ver: r => `${r.int(1, 18)}.${r.int(0, 30)}.${r.int(0, 9)}`,
  ticket: r => `${r.pick(['INC', 'REQ', 'CHG'])}-${r.int(1000, 99999)}`,
}

/** What a slot of a pattern stands for: a labelled identifier, a secret, or a constant. */
export type Value =
  | { readonly as: 'identifier'; readonly type: string; readonly text: string }
  | { readonly as: 'secret' | 'constant'; readonly text: string }

/** The value of the slot `name`; `argument` is what follows its colon. */
export function slotValue(name: string, argument: string | undefined, random: Random): Value | undefined {
  if (name === 'n') {
    const [low, high] = (argument ?? '1-99').split('-').map(Number)
    return { as: 'constant', text: String(random.int(low!, high!)) }
  }
  if (name === 'digits') return { as: 'constant', text: random.text(Number(argument), '123456789') }
  const identifier = IDENTIFIERS[name]?.(random)
  if (identifier) return { as: 'identifier', type: argument ?? identifier[0], text: identifier[1] }
  const secret = SECRETS[name]?.(random)
  if (secret !== undefined) return { as: 'secret', text: secret }
  const constant = TIMES[name]?.(random)
  return constant === undefined ? undefined : { as: 'constant', text: constant }
}

const CLASSES: Readonly<Record<string, string>> = {
  A: ALNUM,
  U: UPPER + DIGITS,
  L: LOWER + DIGITS,
  H: HEX,
  D: DIGITS,
  C: UPPER,
}

/** A vendor token: every `<A36>` of its shape becomes 36 random characters of that class. */
export const tokenOf = (shape: string, random: Random): string =>
  shape.replace(/<([AULHDC])(\d+)>/g, (_, kind: string, length: string) => random.text(Number(length), CLASSES[kind]!))
