/** What free text means, the same on every engine (docs/architecture.md#ports): does a search for `query` find `text`? */
export interface TextSearchCase {
  readonly text: string
  readonly query: string
  readonly found: boolean
}

const SSH = 'Failed password for invalid user bob from 203.0.113.9 port 52144 ssh2'
const PATH =
  'Process C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe started "C:\\Users\\Public\\a b.ps1"'
const MAIL = 'mail from=<ann.smith@corp.example>, size=1024; status=sent (250 2.0.0 OK)'
const URL = 'GET https://www.example.com/a/b.php?id=1&x=%41#frag 404'
const V6 = 'Connection from [2001:db8::8a2e:370:7334]:443 closed'

const yes = (text: string, ...queries: string[]): TextSearchCase[] =>
  queries.map(query => ({ text, query, found: true }))
const no = (text: string, ...queries: string[]): TextSearchCase[] =>
  queries.map(query => ({ text, query, found: false }))

/** About a hundred cases: words, parts, addresses, paths, other scripts. Engines run them all in their contract suites. */
export const TEXT_SEARCH_CASES: readonly TextSearchCase[] = [
  // Every word must occur, in any order and case; a part of a word does not count as a word.
  ...yes(
    SSH,
    'failed',
    'FAILED password',
    'password failed',
    'bob',
    'bob bob',
    'ssh2',
    '52144',
    'port 52144',
    'invalid user',
  ),
  ...no(SSH, 'fail', 'word', 'ssh', '5214', 'bobby', 'failed alice', 'succeeded'),
  ...yes(SSH, '203.0.113.9', '203', '113', '"bob"', 'bob,', '(bob)'),
  ...no(SSH, '203.0.113', '203.0.113.90', '0.113.9', '204.0.113.9'),

  // Paths and file names, whole and in parts.
  ...yes(
    PATH,
    'powershell.exe',
    'powershell',
    'exe',
    'system32',
    'c:\\windows\\system32\\windowspowershell\\v1.0\\powershell.exe',
    'v1.0',
    'public',
  ),
  ...yes(PATH, 'b.ps1', 'ps1', '"C:\\Users\\Public\\a'),
  ...no(PATH, 'power', 'shell.exe', 'c:\\windows\\system32', 'cmd.exe', 'windows\\system32'),

  // Addresses of people and places.
  ...yes(
    MAIL,
    'ann.smith@corp.example',
    'ANN.SMITH@corp.example',
    '<ann.smith@corp.example>',
    'ann',
    'smith',
    'corp',
    'example',
    'from',
    '1024',
    'size',
    'sent',
    '2.0.0',
    '250',
  ),
  ...no(MAIL, 'ann@corp.example', 'smith@corp', 'corp.example', 'bounced'),
  ...yes('user=ann@corp.example;', 'ann@corp.example', 'user', 'user=ann@corp.example'),
  ...yes(
    URL,
    'www.example.com',
    'https://www.example.com/a/b.php?id=1&x=%41#frag',
    'b.php',
    'php',
    '404',
    'frag',
    'id',
  ),
  ...no(URL, 'example.com/a', 'b.ph'),
  ...yes(V6, '2001:db8::8a2e:370:7334]:443', 'db8', '7334', '443', 'closed'),
  ...yes('10.0.0.1:22', '10.0.0.1', '10.0.0.1:22', '22'),
  ...yes('src=00:11:22:33:44:55', '00', '55'),

  // Pseudonyms and markers of the redaction.
  ...yes(
    'for user:1~his4zhq6rbujkoqvzunhe5a7we from ip:1~zpjamihvfd4zvhby73v4r3jl7y',
    'user:1~his4zhq6rbujkoqvzunhe5a7we',
    'his4zhq6rbujkoqvzunhe5a7we',
  ),
  ...yes('SRC=ip:1~zpjamihvfd4zvhby73v4r3jl7y,x', 'ip:1~zpjamihvfd4zvhby73v4r3jl7y', 'src'),
  ...yes('cd /home/user:1~his4zhq6rbujkoqvzunhe5a7we/.ssh', 'user:1~his4zhq6rbujkoqvzunhe5a7we', '.ssh'),
  ...yes(
    'host:1~aaaaaaaaaaaaaaaaaaaa\\user:1~bbbbbbbbbbbbbbbbbbbb',
    'host:1~aaaaaaaaaaaaaaaaaaaa',
    'user:1~bbbbbbbbbbbbbbbbbbbb',
  ),
  ...no(
    'for user:1~his4zhq6rbujkoqvzunhe5a7we',
    'ip:1~his4zhq6rbujkoqvzunhe5a7we',
    'user:2~his4zhq6rbujkoqvzunhe5a7we',
  ),
  ...yes('password=[secret:password]', 'secret', 'password'),

  // Punctuation at the edges of a word is ignored; inside a word it separates parts.
  ...yes('alpha/beta_gamma-delta', 'alpha/beta_gamma-delta', 'alpha', 'beta', 'gamma', 'delta', 'beta_gamma-delta'),
  ...no('alpha/beta_gamma-delta', 'alpha/beta', 'gammadelta'),
  ...yes('...hello!!!', 'hello', '!hello?'),
  ...yes("it's a 'test'", "it's", 's', 'test'),
  ...yes('50% of $100', '50', '100', '$100', '50%'),

  // Full case folding and compatibility forms.
  ...yes('Straße in MASSE', 'strasse', 'STRASSE', 'straße', 'masse', 'maße'),
  ...yes('ΣΊΣΥΦΟΣ', 'σίσυφος', 'ΣΊΣΥΦΟΣ'),
  ...yes('ﬁle Ａ１２', 'file', 'a12', 'Ａ１２'),
  ...yes('Ⅳ ② ㎏', 'iv', '2', 'kg'),
  ...yes('Café CAFE\u0301', 'café', 'cafe\u0301'),
  ...no('Café', 'cafe'),

  // Other scripts: a run without blanks is one word.
  ...yes('ログイン失敗 ユーザー', 'ログイン失敗', 'ユーザー'),
  ...no('ログイン失敗', 'ログイン'),
  ...yes('вход ПОЛЬЗОВАТЕЛЯ иван', 'пользователя', 'ИВАН'),
  ...yes('تسجيل الدخول', 'الدخول'),
  ...yes('हिन्दी लॉग', 'हिन्दी'),
  ...yes('deploy 🚀 done', '🚀', 'done'),
  ...yes('ok👍', 'ok👍'),
  ...no('ok👍', 'ok', '👍'),

  // White space and control characters of every kind separate words.
  ...yes('a1\tb2\nc3\u00a0d4\u2003e5\u0000f6', 'a1', 'b2', 'c3', 'd4', 'e5', 'f6'),
  ...yes('zero\u200bwidth', 'zero', 'width'),
  // A query without a word matches everything.
  ...yes('anything', '', '   ', '...', '"'),
  ...no('', 'a'),
  // What exceeds the maximum token length is cut on both sides of the comparison.
  ...yes('x'.repeat(200), 'x'.repeat(200), 'x'.repeat(128)),
  ...no('x'.repeat(200), 'x'.repeat(127)),
]
