import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createRedactor } from '../index.ts'
import type { PersonalType } from '../redactor.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 4 })
type Form = readonly [name: string, text: string, value: string, type: PersonalType, same?: string]

/** `§` stands for the value; `same` is another spelling with the same pseudonym. */
const ACCOUNTS: readonly Form[] = [
  ['a name in quotes', 'user="§" failed', 'Zorka Quint', 'user'],
  ['a name in quotes of JSON', '{"userName":"§"}', 'Zorka Quint', 'user'],
  ['a full name', 'display_name="§" title=x', 'Zorka Quint', 'name'],
  ['a DN', 'CN=§,OU=Staff,DC=acme,DC=example', 'Zorka Quint', 'name'],
  ['a DN with slashes', '/C=CZ/O=ACME/CN=§/emailAddress=x', 'Zorka Quint', 'name'],
  ['a uid of a DN', 'bind as uid=§,ou=people failed', 'zquint', 'user'],
  ['a login', 'login as § timed out', 'zquint', 'user'],
  ['a request', 'ticket requested for §', 'zquint', 'user'],
  ['a domain with a slash', 'logon of user ACME/§ failed', 'zquint', 'user', 'ACME\\zquint'],
  ['a local account of Windows', 'logon failed for .\\§', 'zquint', 'user'],
  ['a share of homes', '\\\\files1\\homes\\§\\old', 'zquint', 'user'],
  ['a share of homes with a dollar sign', '\\\\files1\\home$\\§\\old', 'zquint', 'user'],
  ['a folder of profiles', 'D:\\Profiles\\§\\x.pdf', 'zquint', 'user'],
  ['a mailbox', 'saved to /var/mail/§', 'zquint', 'user'],
  ['a crontab', 'replaced /var/spool/cron/crontabs/§', 'zquint', 'user'],
  ['a list', '{"users":["root","§","x"]}', 'zquint', 'user'],
  ['a list of addresses', 'recipients: ["a@b.example", "§"]', 'zq@acme.example', 'email'],
  ['a session of AWS', 'arn:aws:sts::123456789012:assumed-role/ops/§ called', 'zquint', 'user'],
  ['a user of AWS', 'arn:aws:iam::123456789012:user/§ was created', 'zquint', 'user'],
  [
    'Squid',
    '1763800000.123 90 ::1 TCP_MISS/200 90 GET http://x.example/ § HIER_DIRECT/::1 text/html',
    'zquint',
    'user',
  ],
  ['a web server', '::1 - § [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 1', 'zquint', 'user'],
  ['OpenVPN', '§/203.0.113.9:51234 MULTI: Learn', 'zquint', 'user'],
  ['a peer of OpenVPN', '203.0.113.9:51234 [§] Peer Connection Initiated', 'zquint', 'user'],
  ['the status of OpenVPN', '§,203.0.113.9:51234,100,200', 'zquint', 'user'],
]

const NUMBERS: readonly Form[] = [
  ['an address as a number', 'GET http://§/ failed', '3405803785', 'ip', '203.0.113.9'],
  ['an address in hexadecimal', 'src=§ dropped', '0xcb007109', 'ip', '203.0.113.9'],
  ['an address in octal parts', 'from § port 22', '0313.0.0161.011', 'ip', '203.0.113.9'],
  ['a MAC address in one', 'mac=§ ok', '0242ac110002', 'mac', '02:42:ac:11:00:02'],
  ['a short bank account number', 'to § now', 'NL91 ABNA 0417 1643 00', 'account'],
  ['a very short one', 'to § now', 'NO9386011117947', 'account'],
  ['a telephone number behind a word', 'mobile=§ verified=false', '151 234 56 78', 'phone'],
  ['a telephone number with a trunk', 'dialled § twice', '0151 234 56 78', 'phone'],
  ['a telephone number from abroad', 'dialled § twice', '0049 30 1234 567', 'phone'],
  ['a telephone number with dots', 'dialled § twice', '212.555.0147', 'phone'],
  ['a number of Brazil', 'CPF § is invalid', '529.982.247-25', 'account'],
  ['a number of India', 'number § was masked', '2345 6789 0124', 'account'],
  ['a number of France', 'number § exists', '1 85 05 78 006 084 36', 'account'],
  ['a number of the United Kingdom', 'number § exists', 'AB 12 34 56 C', 'account'],
  ['a telephone number from abroad in short groups', 'dialled § twice', '0049 1 51 23 45 67', 'phone'],
  ['a number behind its word', 'passport no: § expired', 'X 123456', 'account'],
  ['a day of birth', 'born on § in x', '3 March 1981', 'account'],
  ['a day of birth in digits', 'dob=§', '3/4/81', 'account'],
  ['a day long past', 'x,§,y', '1981-03-04', 'account'],
  ['a number plate', 'seen § today', 'B-QX 4711', 'account'],
  ['a number plate behind its word', 'license plate § seen', 'QX 4711', 'account'],
  ['a place', 'badge at § seen', '48.20849, 16.37208', 'account'],
  ['a latitude', '"lat":§,', '48.20849', 'account'],
  ['the host of syslog', 'Nov 22 10:00:00 § sshd[12]: x', 'node7', 'host'],
  ['the host of syslog of today', '<34>1 2026-11-22T10:00:00Z § app 12 - - x', 'node7', 'host'],
  ['a number of the Czech Republic', 'number § exists', '855101/1236', 'account'],
]

it.each([...ACCOUNTS, ...NUMBERS])('%s', (...[, text, value, type, same]: Form) => {
  const clean = redactor.text(text.replace('§', value))
  expect(clean).toContain(redactor.pseudonym(type, same ?? value))
  expect(clean.toLowerCase()).not.toContain(value.toLowerCase())
})

describe('what is none of these', () => {
  const typesIn = (text: string): readonly string[] =>
    [...redactor.text(text).matchAll(/([a-z_]{1,12}):4~/g)].map(m => m[1] as string).filter(type => type !== 'word')

  it.each([
    'TCP/IP over HTTP/1.1, N/A and I/O for TCP/IP',
    'CN=Domain Users,CN=Users,OU=Groups',
    'count 4096 8192 1025 and 1234 5678 9012',
    'at 2026-11-22 17:05:00, from 10:00 to 09:30, on 02-03-2026',
    'call 1 returned, called 20 times, error 0x80070005 at 0x7ffe0300',
    'src=1763800000 ts=1763800000',
    '"users":[] "members": [1,2]',
    'GET /var/mail HTTP/1.1',
    'since 1970-01-01, 2001-01-01 and 2009-05-05 10:00, v2005-01-02',
    'Nov 22 10:00:00 INFO app: a car was parked at 0.125 0.5',
    'user="local system" user="network service"',
  ])('%s', text => {
    expect(typesIn(text)).toEqual([])
  })
})
