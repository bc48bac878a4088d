import { describe, expect, it } from '@jest/globals'
import { withoutSecrets } from './redact-text.ts'

const C = 'cAnArY7x9Q2m'

/** One text per form in which secrets reach logs; `§` stands for the secret. */
const FORMS: readonly [name: string, text: string, secret: string, type: string][] = [
  ['an assignment', 'db_password=§ ok', C, 'password'],
  ['a label', 'Password: §', C, 'password'],
  ['JSON', '{"client_secret": "§", "id": 4}', C, 'secret'],
  ['JSON within JSON', '"{\\"password\\":\\"§\\",\\"id\\":4}"', C, 'password'],
  ['a quoted value with blanks', "passphrase='my §  words' next", C, 'password'],
  ['a connection string', 'Server=db;User Id=app;Password=§;Timeout=3', C, 'password'],
  ['a storage connection string', 'AccountName=x;AccountKey=§Zz9+/==;EndpointSuffix=core', C, 'api_key'],
  ['a query', 'GET /cb?access_token=§&state=1', C, 'token'],
  ['a pre-signed URL', 'https://b.example/k?X-Amz-Signature=§&x=1', C, 'secret'],
  ['a URL with user info', 'amqp://app:§@mq.example:5672/v', C, 'password'],
  ['a URL whose secret holds @ and /', 'postgres://app:§/@x@db.example/app', C, 'password'],
  ['a long flag', 'tool --password § --verbose', C, 'password'],
  ['a long flag with =', 'tool --api-key=§ --verbose', C, 'api_key'],
  ['a slash flag', 'wmic /node:x /password:§ process', C, 'password'],
  ['mysql', 'mysqldump -uapp -p§ shop', C, 'password'],
  ['psexec', 'PsExec.exe \\\\h -u app -p § cmd', C, 'password'],
  ['curl', 'curl -s -u app:§ https://x.example', C, 'password'],
  ['net user', 'net user backup § /add', C, 'password'],
  ['net use', 'net use z: \\\\fs01\\share § /user:app', C, 'password'],
  ['SecureString', 'ConvertTo-SecureString "§" -AsPlainText -Force', C, 'password'],
  ['an authorization header', 'Authorization: Token §', C, 'token'],
  ['a digest header', 'Authorization: Digest username="app", response="§"', C, 'token'],
  ['a bearer token', 'sent Bearer § to x', `${C}${C}`, 'bearer'],
  ['basic credentials', 'header Basic §', 'YXBwOmNBbkFyWTd4OVEybQ==', 'basic'],
  ['a cookie header', 'Cookie: sid=1; auth=§', C, 'cookie'],
  ['a cookie of a quoted argument', 'curl -H "Cookie: sid=§" -o out.bin https://x.example/a', C, 'cookie'],
  ['a JWT', 'jwt §.', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${C}${C}`, 'jwt'],
  ['a private key', 'k: §', `-----BEGIN EC PRIVATE KEY-----\n${C}\n-----END EC PRIVATE KEY-----`, 'private_key'],
  ['a private key that was cut', 'k: §', `-----BEGIN OPENSSH PRIVATE KEY-----\n${C}`, 'private_key'],
  ['a PGP key', '§', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${C}\n-----END PGP PRIVATE KEY BLOCK-----`, 'private_key'],
  ['an AWS key id', 'used §', 'AKIAIOSFODNN7CANARY1', 'aws_key'],
  ['a Google API key', 'used §', `AIza${'x7'.repeat(17)}y`, 'gcp_key'],
  ['a GitHub token', 'used §', `ghp_${'a1B2'.repeat(9)}`, 'github_token'],
  ['a GitLab token', 'used §', 'glpat-abcdefghij1234567890', 'gitlab_token'],
  ['a Slack token', 'used §', 'xoxb-123456789012-abcdefGHIJ', 'slack_token'],
  ['a Slack hook', 'https://hooks.slack.com/services/§', 'T000/B000/abcdEFGH1234', 'slack_token'],
  ['a Stripe key', 'used §', 'sk_live_abcdefghijklmnop', 'stripe_key'],
  ['an npm token', 'used §', `npm_${'a1B2'.repeat(9)}`, 'token'],
  ['an enrolment token of ours', 'got §', `wle_${C}${C}`, 'token'],
  ['a service account token of ours', 'got §', `wls_${C}${C}`, 'token'],
  ['a crypt hash', 'root:§:19000', '$6$salt$cAnArY7x9Q2m.abcdef', 'hash'],
  ['an LM:NT pair', 'dump §', 'aad3b435b51404eeaad3b435b51404ee:31d6cfe0d16ae931b73c59d7e0c089c0', 'hash'],
  ['pass the hash', 'Rubeus.exe asktgt /rc4:§ /ptt', '31d6cfe0d16ae931b73c59d7e0c089c0', 'password'],
]

describe('secrets are removed for everybody', () => {
  it.each(FORMS)('%s', (_name, form, secret, type) => {
    const clean = withoutSecrets(form.replace('§', secret))
    expect(clean).toContain(`[secret:${type}]`)
    for (const piece of secret.split(/[\s:]+/).filter(part => part.length > 7 && !part.startsWith('---'))) {
      expect(clean).not.toContain(piece)
    }
  })

  it('leaves what surrounds them', () => {
    expect(withoutSecrets('user=app password=abc12345, host=db1')).toBe('user=app password=[secret:password], host=db1')
    expect(withoutSecrets('a=1&token=abc123&b=2')).toBe('a=1&token=[secret:token]&b=2')
    expect(withoutSecrets('amqp://app:s3@mq.example/v')).toBe('amqp://app:[secret:password]@mq.example/v')
  })

  it('can run twice without harm, because structured fields are cleaned before the summary is built from them', () => {
    for (const [, form, secret] of FORMS) {
      const once = withoutSecrets(form.replace('§', secret))
      expect(withoutSecrets(once)).toBe(once)
    }
  })

  it.each([
    'Failed password for root from 203.0.113.9 port 22 ssh2',
    'TTY=pts/0 ; PWD=/home/x ; USER=root ; COMMAND=/bin/ls',
    'Basic authentication is required',
    'The bearer authentication scheme',
    'Assembly=mscorlib, PublicKeyToken=b77a5c561934e089',
    'password=*** token=null secret=$SECRET',
    'ssh -p 2222 host; mkdir -p /tmp/x',
    'Hashes: MD5=D41D8CD98F00B204E9800998ECF8427E,SHA256=E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855',
    'http://[2001:db8::1]:8080/a and http://host:8080/a@b',
    'Password Last Set: 1/1/2026',
  ])('%s holds none', text => {
    expect(withoutSecrets(text)).toBe(text)
  })
})
