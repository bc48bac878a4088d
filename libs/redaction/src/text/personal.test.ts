import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT } from '@wardline/kernel'
import { createRedactor } from '../index.ts'
import type { PersonalType } from '../redactor.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 4 })

/** One text for each form in which people and their machines appear in logs; `§` stands for the value. */
const FORMS: readonly [name: string, text: string, value: string, type: PersonalType][] = [
  ['an e-mail address', 'mail from <§> size 3', 'ann.smith+x@corp.example', 'email'],
  ['an address with non-ASCII letters', 'from §,', 'jörg@bücher.example', 'email'],
  ['an address in a URL', 'GET /?u=§&x=1', 'ann%40corp.example', 'email'],
  ['a UPN without a dot', 'kerberos § ok', 'ann@CORP', 'email'],
  ['an IPv4 address', 'from § port 22', '203.0.113.9', 'ip'],
  ['an IPv4 address at the end of a sentence', 'It came from §.', '203.0.113.9', 'ip'],
  ['tcpdump’s address and port', 'IP §.52144 > ::1.22', '203.0.113.9', 'ip'],
  ['an IPv6 address', 'from § port 22', '2001:db8::9', 'ip'],
  ['an IPv6 address in brackets', 'https://[§]:8443/x', '2001:db8::9', 'ip'],
  ['an IPv6 address behind a label', 'inet6 addr:§/64 up', '2001:db8:0:0:0:0:0:9', 'ip'],
  ['an IPv4-mapped address', 'peer §', '::ffff:203.0.113.9', 'ip'],
  ['a MAC address', 'lease for § ok', '02:42:ac:11:00:02', 'mac'],
  ['a MAC address of Windows', 'lease for § ok', '02-42-AC-11-00-02', 'mac'],
  ['a MAC address of Cisco', 'port § up', '0242.ac11.0002', 'mac'],
  ['an account of a domain', 'Logon by CORP\\§ ok', 'asmith', 'user'],
  ['an account of a domain in JSON', '{"u":"CORP\\\\§"}', 'asmith', 'user'],
  ['a SID of a person', 'member § added', 'S-1-5-21-1004336348-1177238915-682003330-1112', 'sid'],
  ['a home folder', 'open /home/§/.ssh/id', 'asmith', 'user'],
  ['a client of DHCP', 'DHCPACK on 127.0.0.1 to ff:ff:ff:ff:ff:ff (§) via eth0', 'will-pc', 'host'],
  ['a home folder of macOS', 'open /Users/§', 'asmith', 'user'],
  ['a profile folder with blanks', 'C:\\Users\\§\\AppData\\x.exe', 'Ann Smith', 'user'],
  ['a telephone number', 'call §, now', '+49 (30) 1234-567', 'phone'],
  ['a payment card', 'card § ok', '4111 1111 1111 1111', 'account'],
  ['a bank account', 'to § now', 'DE89 3704 0044 0532 0130 00', 'account'],
  ['a key', 'type=USER acct="§" exe=x', 'asmith', 'user'],
  ['a label of Windows', 'Account Name:\t\t§\n\tAccount Domain:\t-', 'asmith', 'user'],
  ['a JSON member', '{"TargetUserName":"§"}', 'asmith', 'user'],
  ['sshd, failure', 'Failed password for § from ::1 port 22 ssh2', 'asmith', 'user'],
  ['sshd, invalid user', 'Failed none for invalid user § from ::1 port 22 ssh2', 'asmith', 'user'],
  ['sshd, invalid user alone', 'Invalid user § from ::1 port 22', 'asmith', 'user'],
  ['sshd, key', 'Accepted publickey for § from ::1', 'asmith', 'user'],
  ['sshd, end', 'Disconnected from user § ::1 port 22', 'asmith', 'user'],
  ['PAM', 'session opened for user §(uid=1000) by (uid=0)', 'asmith', 'user'],
  ['PAM, by whom', 'session opened for user root(uid=0) by §(uid=1000)', 'asmith', 'user'],
  ['sudo', '   § : TTY=pts/0 ; PWD=/ ; USER=root ; COMMAND=/bin/ls', 'asmith', 'user'],
  ['su', 'FAILED su for root by §', 'asmith', 'user'],
  ['su, new form', '(to root) § on pts/1', 'asmith', 'user'],
  ['cron', '(§) CMD (run-parts /etc)', 'asmith', 'user'],
  ['net user', 'net user § /delete', 'asmith', 'user'],
  ['prose', 'User § logged on', 'asmith', 'user'],
  ['a URL', 'ftp://§@host/x', 'asmith', 'user'],
]

describe('personal values become pseudonyms', () => {
  it.each(FORMS)('%s', (_name, form, value, type) => {
    const clean = redactor.text(form.replace('§', value))
    const plain = value.replace('%40', '@')
    // Of a URL's user info the whole address is the finding.
    if (form.startsWith('ftp')) expect(clean).toMatch(/^ftp:\/\/(?:user|email):4~[a-z2-7]{26}/)
    else expect(clean).toContain(redactor.pseudonym(type, plain))
    expect(clean.toLowerCase()).not.toContain(value.toLowerCase())
  })

  it.each([
    'Failed password for root from 127.0.0.1 port 22 ssh2',
    'NT AUTHORITY\\SYSTEM started C:\\Windows\\System32\\cmd.exe on ::1',
    'S-1-5-18 and S-1-5-32-544',
    'HKLM\\Software and HKLM\\Software\\Microsoft\\Windows',
    'at 2026-11-21T09:30:00.000Z and 09:30:00, version 10.0.19045.3803',
    'std::string Foo::Bad',
    'Mozilla/5.0 (X11) Chrome/120.0.0.0 Safari/537.36',
    'C:\\Users\\Public\\x.exe and ff:ff:ff:ff:ff:ff',
    'timestamp 1732181400000 and order 123456',
    'evt_3kq7v2m5x4c6n7b2a3s4d5f6g7 of sva_3kq7v2m5x4c6n7b2a3s4d5f6g7',
    'no such user: unknown',
  ])('%s names nobody', text => {
    expect(redactor.text(text)).toBe(text)
  })
})

describe('pseudonyms', () => {
  it('have the form of the API', () => {
    expect(redactor.pseudonym('user', 'ann')).toMatch(/^user:4~[a-z2-7]{16,}$/)
  })

  it('are equal for all spellings of a thing', () => {
    const same = (type: PersonalType, ...values: string[]): void => {
      expect(new Set(values.map(value => redactor.pseudonym(type, value))).size).toBe(1)
    }
    same('ip', '2001:db8::9', '2001:DB8:0:0:0:0:0:9', '[2001:db8::9]')
    same('ip', '203.0.113.9', '::ffff:203.0.113.9', '203.000.113.009')
    same('mac', '02:42:ac:11:00:02', '02-42-AC-11-00-02', '0242.ac11.0002')
    same('user', 'ann', 'ANN', 'CORP\\ann')
    same('host', 'web1.corp.example', 'WEB1.corp.example.')
    same('user', 'mlopez', 'ACME\\mlopez', 'MLopez@acme.example', 'ACME/mlopez')
    same('email', 'Ann@corp.example', 'ann@CORP.example')
    expect(redactor.pseudonym('host', '203.0.113.9')).toBe(redactor.pseudonym('ip', '203.0.113.9'))
  })

  it('differ by type, tenant key and epoch', () => {
    const other = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(4), epoch: 4 })
    const later = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 5 })
    expect(redactor.pseudonym('user', 'x1')).not.toBe(redactor.pseudonym('host', 'x1').replace('host', 'user'))
    expect(other.pseudonym('user', 'ann')).not.toBe(redactor.pseudonym('user', 'ann'))
    expect(later.pseudonym('user', 'ann')).toMatch(/^user:5~/)
  })

  it('cannot be forged by a stranger: text that looks like one is itself tokenised', () => {
    const genuine = redactor.pseudonym('user', 'ann')
    for (const forged of [genuine, genuine.toUpperCase(), 'ip:1~aaaaaaaaaaaaaaaaaaaa', 'x_y:77~abcdefghijklmnop']) {
      const clean = redactor.text(`by ${forged}.`)
      expect(clean).not.toContain(forged)
      expect(clean).toMatch(/^by name:4~[a-z2-7]{26}\.$/)
    }
    expect(redactor.text('[secret:nothing]')).toMatch(/^name:4~/)
  })

  it('have a clear end, whatever follows', () => {
    expect(redactor.text('203.0.113.9abc')).toBe(`${redactor.pseudonym('ip', '203.0.113.9')} abc`)
  })
})

describe('one account', () => {
  const user = { type: 'user', value: 'ACME\\mlopez' } as const
  const email = { type: 'email', value: 'MLopez@acme.example' } as const
  const text = 'mlopez, ACME\\mlopez and mlopez@acme.example'
  const view = (event: object) => redactor.redact('log_event', { pseudonym_epoch: 4, ...event })
  const account = redactor.pseudonym('user', 'mlopez')

  it('has one pseudonym where the event names its account and its address', () => {
    expect(redactor.text(text, [user, email])).toBe(`${account}, ${account} and ${account}`)
    const { user: shown } = view({
      user: { name: 'mlopez', email_addr: 'mlopez@acme.example', domain: 'ACME' },
      actor: { user: { name: 'MLOPEZ@acme.example' } },
    }) as { user: Record<string, string> }
    expect(shown).toMatchObject({ name: account, email_addr: account })
    expect(JSON.stringify(view({ actor: { user: { name: 'MLOPEZ@acme.example' } } }))).toContain(account)
  })

  it('has not the pseudonym of an address that no field gives to it', () => {
    const address = redactor.pseudonym('email', 'mlopez@acme.example')
    expect(redactor.text('from mlopez@acme.example', [])).toBe(`from ${address}`)
    expect(redactor.text('from mlopez@acme.example', [{ type: 'user', value: 'bea' }, email])).toBe(`from ${address}`)
    expect(view({ user: { name: 'bea', email_addr: 'mlopez@acme.example' } })).toMatchObject({
      user: { name: redactor.pseudonym('user', 'bea'), email_addr: address },
    })
  })

  it('is hidden with its machine or its domain even if it is nobody’s', () => {
    for (const name of ['root@web1', 'CORP\\Administrator'])
      expect(view({ user: { name } })).toMatchObject({
        user: { name: redactor.pseudonym('user', name) },
      })
    for (const name of ['root', 'NT AUTHORITY\\SYSTEM', 'root@localhost'])
      expect(view({ user: { name } })).toMatchObject({ user: { name } })
  })
})

describe('known values of the event', () => {
  const known = [
    { type: 'user', value: 'ann' },
    { type: 'host', value: 'WEB1.corp.example' },
    { type: 'email', value: 'bea@corp.example' },
  ] as const

  it('are removed wherever they occur as words, in any case', () => {
    expect(redactor.text('Ann took web1, web1.corp.example_ann and bea', known)).toBe(
      `${redactor.pseudonym('user', 'ann')} took ${redactor.pseudonym('host', 'web1')}, ${redactor.pseudonym('host', 'web1.corp.example')}_${redactor.pseudonym('user', 'ann')} and ${redactor.pseudonym('user', 'bea')}`,
    )
  })

  it('are left within longer words', () => {
    expect(redactor.text('planning annual website', known)).toBe('planning annual website')
  })

  it('yield to the longer value that they are part of', () => {
    expect(redactor.text('to ann@corp.example', known)).toBe(`to ${redactor.pseudonym('email', 'ann@corp.example')}`)
  })

  it('of one or two characters count only between blanks and brackets', () => {
    expect(redactor.text('up /up/ a.up (up)', [{ type: 'user', value: 'up' }])).toBe(
      `${redactor.pseudonym('user', 'up')} /up/ a.up (${redactor.pseudonym('user', 'up')})`,
    )
  })

  it('that name nobody stay', () => {
    expect(
      redactor.text('root on localhost', [
        { type: 'user', value: 'root' },
        { type: 'host', value: 'localhost' },
      ]),
    ).toBe('root on localhost')
  })

  it('never break the marker of a secret', () => {
    expect(
      redactor.text('password=abc12345', [
        { type: 'user', value: 'password' },
        { type: 'user', value: 'secret' },
      ]),
    ).toMatch(/=\[secret:password\]$/)
  })
})

describe('bounds', () => {
  it('cuts a text at 65,536 without splitting a character', () => {
    expect(redactor.text('😀'.repeat(40_000))).toBe('😀'.repeat(32_768))
    expect(redactor.text(`a${'😀'.repeat(40_000)}`)).toBe(`a${'😀'.repeat(32_767)}`)
  })

  it('reads full-width digits as search does', () => {
    expect(redactor.text('２０３．０．１１３．９')).toBe(redactor.pseudonym('ip', '203.0.113.9'))
  })
})
