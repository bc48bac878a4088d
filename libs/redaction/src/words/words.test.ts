import { describe, expect, it } from '@jest/globals'
import { DEFAULT_TENANT, indexTokens } from '@wardline/kernel'
import fc from 'fast-check'
import { createRedactor, PSEUDONYM } from '../index.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(3), epoch: 1 })
const word = (value: string): string => redactor.pseudonym('word', value)
/** Each pseudonym of a word as `§`. */
const seen = (text: string): string => redactor.text(text).replace(/word:1~[a-z2-7]{16}/g, '§')

describe('words that name nobody stay', () => {
  it.each([
    'Disk quota exceeded on partition 3, retrying in 30 seconds',
    'C:\\Windows\\System32\\drivers\\etc\\hosts was modified by svchost.exe',
    '/usr/sbin/sshd -D started, see /var/log/auth.log.1.gz',
    'status 0xC000006D sub status 0xC0000064, exit code -1073741819'.replace('1073741819', '107374'),
    '2026-11-22T10:15:30.123Z version 10.0.19045.3803 took 1234567 ms and 87654321 bytes',
    'KeyStore of AgentService and HTTPServer, max_connections=100, x86_64, sha256, ipv6, eth0',
    'CVE-2024-3094, T1059.001, KB5031356, S-1-5-32-544',
    'updated schema 2.0.1.0, downgraded from 7.1.0.2 to 7.0.9.1, OID 1.3.6.1',
    'uses acme/setup@v12, wrote to /home/lost+found, the mean is NaN at 0x7ffc01234567',
    'Accept: fr-CA,fr;q=0.8, Invalid User Agent',
    'QueueScanner and RowAppenders',
    'Could not mark the page, a grace period may follow',
    'Grace period ended',
    'OS or CA not found, goto 3, the IP may not change',
    'on May 3 and 12 June 2026',
    'Account Name and Logon Type',
    '😀 → done ✓',
    'ff:ff:ff:ff:ff:ff ::1 ff02::2',
    '',
  ])('%s', text => {
    expect(redactor.text(text)).toBe(text)
  })
})

describe('what is not known to name nobody goes', () => {
  it.each([
    ['Krzysztof Wiatrak asked', '§ § asked'],
    ['note by Wiatrak, Krzysztof.', 'note by §, §.'],
    ['K. Wiatrak and O’Wiatrak', '§. § and §’§'],
    ['wiatrak may not log in', '§ may not log in'],
    ['WIATRAK-laptop, wiatrak2, wiatrakBackup', '§-laptop, §, §'],
    ['report_wiatrak_final.pdf', 'report_§_final.pdf'],
    ['mcWiatrak/notes', '§/notes'],
    ['Grace asked, so did Mark', '§ asked, so did §'],
    ['grace wiatrak asked', '§ § asked'],
    ['Ms Key and Dr. Page', 'Ms § and Dr. §'],
    ['{"owner":"grace"}', '{"owner":"§"}'],
    ['owner-1=grace, ownerName=grace, owner_2=grace', 'owner-1=§, ownerName=§, owner_2=§'],
    ['m.young and grace_may', '§.§ and §_§'],
    ['GracePhone and MarkYoung', '§ and §'],
    ['Omar bin Wiatrak', '§ § §'],
    ['order 1234567890123456 for 12345678', 'order § for §'],
    ['078-05-1120', '§'],
    ['54849625-5478-4994-a5ba-3e3b0328c30d', '§'],
    ['0123456789abcdef0123456789abcdef', '§'],
    ['a8f3k2m9', '§'],
    ['web1 and bastion18', '§ and §'],
  ])('%s', (text, expected) => {
    expect(seen(text)).toBe(expected)
  })

  it.each([
    ['patient.name=Will Key ip=10.2.3.4', 'patient.name=§ § ip=@'],
    ['who.given=Will who.family=Key', 'who.given=§ who.family=§'],
    ['customer: Rose Stone, assignee=drew stream', 'customer: § §, assignee=§ §'],
    [
      '{"owner":{"given_name":"Mark"},"patient":{"name":"Will Key","city":"Page"}}',
      '{"owner":{"given_name":"@"},"patient":{"name":"§ §","city":"Page"}}',
    ],
    ['patientName=Will Key billing_contact=page stream', 'patientName=§ § billing_contact=§ §'],
    ['Patient Name: Will Key', 'Patient Name: § §'],
    ['Full Name: Will Key Account Domain: -', 'Full Name: § § Account Domain: -'],
    ['user=mlopez ip=10.2.3.4 result=failure', 'user=@ ip=@ result=failure'],
    ['mlopez=seen event=login', '§=seen event=login'],
  ])('under a key of a person: %s', (text, expected) => {
    expect(seen(text).replace(/[a-z]+:1~[a-z2-7]+/g, '@')).toBe(expected)
  })

  it.each([
    'file.name=Key.txt process.name=agent event.name=page rule_name=key package_manager=key',
    'owner=root sender=unknown customer: not found, contact: see the page',
    'caller=main creator=server',
  ])('under a key of a thing, or for nobody, words stay: %s', text => {
    expect(redactor.text(text)).toBe(text)
  })

  it.each([
    ['report.txt for Will Key', 'report.txt for § §'],
    ['Will Key cannot sign in', '§ § cannot sign in'],
    ['Order 17 of Hope Agent was refused', 'Order 17 of § § was refused'],
    ['Will Stone cannot', '§ § cannot'],
    ['Mark Stone and Drew Field', '§ § and § §'],
    ['will-pc and hope-laptop are off', '§-pc and §-laptop are off'],
  ])('a full name of words goes: %s', (text, expected) => {
    expect(seen(text)).toBe(expected)
  })

  it.each(['Registry Key and Agent Service', 'Page File and Session Store', 'Will Retry', 'docker-desktop, key-store'])(
    'compounds of the trade stay: %s',
    text => {
      expect(redactor.text(text)).toBe(text)
    },
  )

  it.each([
    ['Aurora cluster is down, Jenkins pipeline 12 failed', 'Aurora opened a ticket, Jenkins called'],
    ['Grant was revoked', 'Grant was issued a laptop'],
    ['A Grant expired, the Grant was rotated', 'A Grant from sales called'],
    ['Mark the page as read', 'Mark the accountant left'],
    ['Bill of materials', 'Bill of accounting'],
    ['Jackson 2.17.1 and Jackson ObjectMapper', 'Jackson 2 tickets'],
    ['Silver queue dropped packets', 'Silver account is locked'],
    ['House keeping finished', 'House kept the page'],
    ['Lane 3 is slow', 'Rose 3 is slow'],
    ['mode=Grant', 'contact=Grant'],
    ['Job Grant expired', 'Update Grant, officer Grant called'],
    ['Apache Ivy and macOS Catalina', 'Ivy and Catalina called'],
    ['Don’t retry', 'Don called'],
    ['from March to May, end of June, every Sunday, Europe/Paris', 'June asked, so did April'],
  ])('%s: the thing stays. %s: somebody goes', (thing, somebody) => {
    expect(redactor.text(thing)).toBe(thing)
    for (const name of [
      'Aurora',
      'Jenkins',
      'Grant',
      'Mark',
      'Bill',
      'Jackson',
      'Silver',
      'House',
      'Rose',
      'June',
      'April',
      'Ivy',
      'Catalina',
      'Don',
    ])
      expect(redactor.text(somebody)).not.toContain(name)
  })

  it.each([
    ['Rose cluster admin left', '§ cluster admin left'],
    ['Tell Grant server 3 is down', 'Tell § server 3 is down'],
    ['Grant tests the build', '§ tests the build'],
    ['Anna Jenkins pipeline', '§ § pipeline'],
    ['Tower opened a ticket, approved by Tower', '§ opened a ticket, approved by §'],
    ['Key and Wiatrak met', '§ and § met'],
    ['Will called Key', '§ called §'],
    ['owner.family=Key key=seen', 'owner.family=§ §=seen'],
    ["in 't Veld, Gijs", "§ '§ §, §"],
  ])('in a place where only people stand: %s', (text, expected) => {
    expect(seen(text)).toBe(expected)
  })

  it('goes too beside a family name that an event’s field says', () => {
    expect(redactor.text('unknown to Will Key', [{ type: 'user', value: 'key' }])).toMatch(/^unknown to \S+ user:/)
    expect(redactor.text('unknown to Will Key', [{ type: 'user', value: 'key' }])).not.toMatch(/will|key/i)
  })

  it('in typed text, whoever says or is asked something goes', () => {
    for (const description of ['Key says that the report is wrong.', 'Ask key about it.'])
      expect(JSON.stringify(redactor.redact('ticket', { description }))).not.toMatch(/key/i)
    const description = 'The key was revoked. Agent reported it. Ask about the page.'
    expect(redactor.redact('ticket', { description })).toEqual({ description })
  })

  it('has one pseudonym for every spelling, so that a search finds it', () => {
    for (const spelling of ['wiatrak', 'Wiatrak', 'WIATRAK', 'ｗｉａｔｒａｋ', 'wia\u200btrak', 'wia\u00adtrak'])
      expect(redactor.text(spelling)).toBe(word('wiatrak'))
    expect(redactor.text('Łukasz')).toBe(word('łukasz'))
    expect(redactor.text('Lukašenko')).toBe(redactor.text('Lukas\u030cenko'))
  })

  it('shows no pseudonym that search does not find as one word', () => {
    const pseudonym = word('wiatrak')
    for (const text of [
      'x-wiatrak',
      'a.wiatrak.log',
      'mail_wiatrak@',
      '(wiatrak)',
      '错误wiatrak',
      'wiatrak错误',
      'x=wiatrak',
    ])
      expect([text, indexTokens(redactor.text(text)).includes(pseudonym)]).toEqual([text, true])
  })
})

describe('other scripts and disguises', () => {
  it.each([
    ['用户登录失败 0x8007 port 22', '§ 0x8007 port 22'],
    ['用户wiatrak登录', '§ § §'],
    ['пользователь Иванов вошёл', '§ § §'],
    ['فشل تسجيل الدخول 4625', '§ § § 4625'],
    ['usuário não encontrado', '§ § §'],
    // Cyrillic and Greek letters that look like Latin ones.
    ['\u0435rror and p\u0430ge and \u039dikos', '§ and § and §'],
    ['Ma\u0301ria J\u0332o\u0332h\u0332n', '§ §'],
    ['\u{1d4d9}\u{1d4f8}\u{1d4f1}\u{1d4f7} \u24cc\u24be\u24b6', '§ §'],
    ['\u{1f1ef}\u{1f1f4}', '§'],
    ['er\u200bror and \u202efailed\u202c', 'error and failed'],
  ])('%s', (text, expected) => {
    expect(seen(text).replace(/ +/g, ' ')).toBe(expected)
  })

  it('what looks like a marker or a pseudonym shows nothing of it', () => {
    const forged = `[secret:wiatrak] word:1~${'wiatrak'.repeat(3)} user:1~wiatrak [secret:password]`
    expect(redactor.text(forged)).not.toContain('wiatrak')
    expect(redactor.text(forged)).toContain('[secret:password]')
  })
})

describe('any text', () => {
  const pieces = fc.constantFrom(
    'Wiatrak',
    'error',
    'Mark',
    'May',
    '12',
    '-',
    '_',
    '.',
    ' ',
    '\\',
    '/',
    ':',
    '"',
    'é',
    '错',
    '\u200b',
    'K',
    '’',
    '0x',
    '=',
  )
  const text = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 3, unit: 'binary' })), { maxLength: 30 })
    .map(all => all.join(''))

  it('loses the word that nobody knows, wherever it stands', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(
          redactor
            .text(`${before} Wiatrak ${after}`)
            .replace(/[a-z]+:1~[a-z2-7]+/g, '')
            .toLowerCase(),
        ).not.toContain('wiatrak')
      }),
      { numRuns: 1_000 },
    )
  })

  it('holds whole pseudonyms only', () => {
    fc.assert(
      fc.property(text, any => {
        for (const token of redactor.text(any).match(/[a-z]{1,16}:1~[a-z2-7]*/g) ?? []) expect(token).toMatch(PSEUDONYM)
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes time in proportion to its length', () => {
    const most = (run: () => void): number => {
      const start = performance.now()
      run()
      return performance.now() - start
    }
    const distinct = Array.from(
      { length: 100_000 },
      (_, i) => `q${i.toString(26).replace(/\d/g, d => 'ghijklmnop'[Number(d)] as string)}x`,
    ).join(' ')
    const hostile = [
      'a'.repeat(2_000_000),
      'Mark '.repeat(400_000),
      'Ab'.repeat(1_000_000),
      '1-'.repeat(1_000_000),
      'Ms '.repeat(600_000),
      '\u0301'.repeat(1_000_000),
      distinct,
    ]
    for (const attack of hostile) expect(most(() => redactor.text(attack))).toBeLessThan(5_000)
  })
})
