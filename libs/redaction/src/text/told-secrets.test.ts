import { describe, expect, it } from '@jest/globals'
import { withoutSecrets } from './redact-text.ts'
import { secretOfKey } from './secret-keys.ts'

const C = 'cAnArY7x9Q2m'
const encoded = (command: string): string => Buffer.from(command, 'utf16le').toString('base64')

/** Whole texts; `§` stands for the secret, and for its marker in what is left. */
const FORMS: readonly [text: string, type: string, secret?: string][] = [
  ['your password is §', 'password'],
  ['The password for it: the new password is §.', 'password'],
  ['passphrase was §, change it', 'password'],
  ['the password is letmein', 'password', 'letmein'],
  ['Das Passwort ist §', 'password'],
  ["password '§' rejected", 'password'],
  ['password "§" rejected', 'password'],
  ['login with pw § please', 'password'],
  ['use pass § on db1', 'password'],
  ['changed password to §', 'password'],
  ['<password>§</password>', 'password'],
  ['<ns:userPassword type="x">§</ns:userPassword>', 'password'],
  ['<clientSecret>§</clientSecret>', 'secret'],
  ["CREATE USER app IDENTIFIED BY '§'", 'password'],
  ['alter user app identified by §;', 'password'],
  ["ALTER USER a IDENTIFIED WITH mysql_native_password BY '§'", 'password'],
  ["CREATE ROLE app WITH LOGIN PASSWORD '§'", 'password'],
  ["SET PASSWORD FOR 'app' = PASSWORD('§')", 'password'],
  ['Passwort=§', 'password'],
  ['Kennwort: §', 'password'],
  ['contraseña=§', 'password'],
  ['CONTRASEÑA: §', 'password'],
  ['clave = §', 'password'],
  ['mot de passe : §', 'password'],
  ['mdp=§', 'password'],
  ['senha=§', 'password'],
  ['parola: §', 'password'],
  ['wachtwoord=§', 'password'],
  ['hasło=§', 'password'],
  ['heslo=§', 'password'],
  ['пароль: §', 'password'],
  ['ПАРОЛЬ=§', 'password'],
  ['şifre=§', 'password'],
  ['lösenord=§', 'password'],
  ['密码：§', 'password'],
  ['パスワード=§', 'password'],
  ['비밀번호: §', 'password'],
  ['كلمة المرور: §', 'password'],
  ['GET /cb?next=password%3D§ 200', 'password'],
  ['q=client_secret%253d§ 200', 'secret'],
  ['PIN: §', 'token', '4821'],
  ['your one-time code is §', 'token', '482193'],
  ['OTP=§', 'token', '482193'],
  ['verification code: §', 'token', '482 193'],
  ['§ is your Example verification code', 'token', '482193'],
  ['powershell -enc §', 'secret', encoded(`net use x: \\\\fs\\a /user:app; $password = "${C}"`)],
  ['pwsh.exe -EncodedCommand § -NoProfile', 'secret', encoded(`powershell -enc ${encoded('whoami; hostname')}`)],
  ['ldapsearch -x -D cn=app -w § -b dc=x', 'password'],
  ['redis-cli -h r1 -a § ping', 'password'],
  ['az login -u app -p § --tenant t', 'password'],
  ['htpasswd -b /etc/htpasswd app §', 'password'],
  ['htpasswd -nb app §', 'password'],
  ['htpasswd -c -b /etc/htpasswd app § ok', 'password'],
  ['smbclient //fs/a -U b%§ -c ls', 'password'],
  ['rpcclient -U "ACME\\b%§" dc1', 'password'],
  ["echo 'app:§' | chpasswd", 'password'],
  ['chpasswd <<< "app:§"', 'password'],
  ['echo § | runas /user:app cmd', 'password'],
  ['echo § | sudo -S id', 'password'],
  ['openssl enc -aes-256-cbc -k § -in a', 'password'],
  ['openssl rsa -passin pass:§ -in a', 'password'],
  ['snmpwalk -v3 -u u -A § h', 'password'],
  ['snmpwalk -v3 -u u -X § h', 'password'],
  ['snmpget -v2c -c § h', 'password'],
  ['sqlcmd -S db -U sa -P § -Q x', 'password'],
  ['plink -ssh -pw § app@h', 'password'],
  ['initial password for the lab bench: §', 'password'],
  ['the password of the meeting room is §', 'password'],
  ['password for the door: sesame', 'password', 'sesame'],
  ['enable secret §', 'secret', 'teal-otter-77'],
  ['enable secret 9 §', 'password', '$9$abc.def'],
  ['username ops privilege 15 secret §', 'secret', 'teal-otter-77'],
  ['snmp-server community § RO', 'password', 'tealotter'],
  ['tacacs-server key 7 §', 'password', '0822455D0A16'],
  ['psk="§"', 'password', 'teal-otter-77'],
  ['wifi key: §', 'api_key'],
  ['AutoAdminSecret REG_SZ §', 'secret'],
  ['Password    REG_EXPAND_SZ    §', 'password', 'teal otter'.slice(0, 4)],
  ['Enter 558201 to verify'.replace('558201', '§'), 'token', '558201'],
  ['use code § to log in', 'token', '558-201'],
  ['encryption key § in core dump', 'api_key', '00ff17aa'.repeat(8)],
  ['the API key is §', 'api_key'],
  ['salasana: §', 'password'],
  ['jelszó=§', 'password'],
  ['סיסמה: §', 'password'],
  ['รหัสผ่าน: §', 'password'],
  ['kata sandi: §', 'password'],
  ['hasło to §', 'password'],
  ['code de vérification : §', 'token', '558201'],
  ['验证码：§', 'token', '558201'],
]

describe('secrets that are told, not assigned', () => {
  it.each(FORMS)('%s', (form, type, secret = C) => {
    const text = form.replace('§', () => secret)
    const clean = withoutSecrets(text)
    expect(clean).not.toContain(secret)
    expect(clean).toContain(`[secret:${type}]`)
    expect(withoutSecrets(clean)).toBe(clean)
  })

  it('leaves what surrounds them', () => {
    expect(withoutSecrets(`the password is ${C}.`)).toBe('the password is [secret:password].')
    expect(withoutSecrets(`smbclient //fs/a -U b%${C} -c ls`)).toBe('smbclient //fs/a -U b%[secret:password] -c ls')
    expect(withoutSecrets(`<password>${C}</password>`)).toBe('<password>[secret:password]</password>')
  })
})

describe('members whose names are not English', () => {
  it.each([
    'Passwort',
    'db_kennwort',
    'contraseña',
    'clave',
    'motDePasse',
    'mot_de_passe',
    'mdp',
    'senha',
    'parola',
    'wachtwoord',
    'hasło',
    'heslo',
    'Пароль',
    'şifre',
    'lösenord',
    '密码',
    'パスワード',
    '비밀번호',
    'كلمة المرور',
  ])('%s', key => {
    expect(secretOfKey(key)).toBe('password')
  })

  it.each(['enclave', 'passwortlos', 'parolaccia', 'Kennwortrichtlinie'])('%s names none', key => {
    expect(secretOfKey(key)).toBeUndefined()
  })
})

describe('what tells no secret', () => {
  it.each([
    'Invalid password : local',
    'sessionid=147',
    'JSESSIONID=12 expired',
    'password policy updated',
    'password is required',
    'Expected /^a password is required/ or /incorrect password attempts?/',
    'The password is incorrect.',
    'password is about to expire',
    'your password was changed 3 days ago',
    'password was reset by the administrator',
    'password expires in 14 days',
    'Accepted password for root from 203.0.113.9 port 22 ssh2',
    'password authentication failed for user "x"',
    'reset your password to continue',
    'pass 2 of 3 is done',
    'PASS src/v2/a1.test.ts and PASS .*own-rules1',
    'a fault, identified by `status` and `code`',
    '(?<secret>[a-z0-9_]{1,64})',
    'password hashes use sha512crypt and bcrypt2',
    'user identified by certificate',
    'password for the kiosk: expired',
    'Failed password for x from y: too many',
    'enable secret is not set',
    'session key exchange finished',
    'token type2 and secret store',
    'private key SHA256 fingerprint',
    'use 100 threads to log faster',
    'submit 12 jobs to the queue',
    'Key REG_SZ 4',
    'pin 13 is high, spinning 1000 times',
    'error code 4625, status code: 500',
    'access code path 0x10',
    'the enclave: running',
    '<passwordPolicy>strict</passwordPolicy>',
    '<password></password>',
    `powershell -enc ${encoded('Get-Process | Sort-Object CPU')}`,
    'openssl version -a; openssl s_client -connect h:443',
    'ldapsearch -x -b dc=x',
    'htpasswd -c /etc/htpasswd app',
    'net use z: \\\\fs01\\share',
    'version 4 is your current version',
    'cp -a /src /dst; ls -A; tar -X list',
  ])('%s', text => {
    expect(withoutSecrets(text)).toBe(text)
  })
})
