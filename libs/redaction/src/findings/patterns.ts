/**
 * Every regular expression that is applied to a stranger's text. They are linear by construction, which a test checks:
 * no quantifier inside a quantified group, every quantifier bounded, no two neighbours that could share characters
 * under it without a limit. The part that a detector needs is the tail of the match (its last group), so that its
 * offset needs no bookkeeping.
 */

/** A date in digits, or with the name of a month. */
const DATE =
  '(?:\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}|\\d{1,2}[-/. ]{1,2}\\d{1,2}[-/. ]{1,2}\\d{2,4}|\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of )?[a-z]{3,9}[. ,]{1,2}\\d{4}|[a-z]{3,9} \\d{1,2}(?:st|nd|rd|th)?,? \\d{4}|\\d{8})'

/** A name of an account as it appears in free text. */
const NAME = `([^\\s"'\`\\\\,;:=&|<>()[\\]{}]{1,64})`

/** A password, a PIN or a secret key in some fifty languages besides English. */
export const WORDS_FOR_PASSWORD = [
  // Germanic.
  'passwort|kennwort|zugangscode|geheimzahl|geheimnis(?=[\\s"\']{0,2}[:=])|(?:api|wlan|wpa)[ -]?schlüssel|wachtwoord|toegangscode|pincode|adgangskode|kodeord|passord|lösenord|lykilorð|aðgangsorð|wagwoord',
  // Romance.
  'contraseña|contrasena|(?<![a-z])clave|mot[ _-]?de[ _-]?passe|(?<![a-z])mdp|code secret|palavra[ _-]?passe|(?<![a-z])senha|parol[aă](?:[ _-]d.ordine)?|contrasenya|contrasinal',
  // Slavic and Baltic.
  'hasło|(?<![a-z])haslo|(?<![a-z])heslo|пароль|парола|лозинка|lozinka|zaporka|(?<![a-z])geslo|slaptažodis|slaptazodis|(?<![a-z])parole(?=[:=])',
  // Finnish, Estonian, Hungarian, Basque, Turkish, Albanian, Celtic.
  'salasana|parool|salasõna|jelszó|jelszo|pasahitza|şifre|(?<![a-z])sifre|fjalëkalim|cyfrinair|pasfhocal',
  // Greek, Armenian, Georgian, Hebrew.
  'κωδικός|κωδικος|κωδικό|συνθηματικό|գաղտնաբառ|პაროლი|סיסמה|סיסמא',
  // Arabic, Persian, Urdu; Indic.
  'كلمة المرور|كلمة السر|رمز عبور|گذرواژه|پاس ورڈ|पासवर्ड|कूटशब्द|পাসওয়ার্ড|கடவுச்சொல்',
  // East and south-east Asia, Swahili.
  '密码|密碼|口令|パスワード|暗証番号|비밀번호|패스워드|암호|รหัสผ่าน|mật khẩu|mat khau|kata[ _]?sandi|kata[ _]?laluan|nenosiri',
].join('|')
/** What may follow the name of a value: a quote, and the sign before the value, also percent-encoded. */
const SIGN = '(?:\\\\?["\'`]|%(?:25)?22)?\\s{0,4}(?:=>|:=|==?|%(?:25)?3[da]|[：＝]|:(?!\\/\\/))'

export const patterns = {
  /** Words that name a secret, up to the sign before its value. */
  secretKey:
    /(?:passw(?:or)?d|passphrase|passcode|pwd|userpass|(?<![a-z])(?:pass|pw|psw|passw|sig)|(?<!\[)secret|(?<!publickey)token|(?:api|access|secret|private|account|shared(?:access)?|encryption|decryption|session|auth|master|signing|subscription|storage|recovery|(?<![a-z])(?:wpa2?|wi-?fi|wlan|network))[_ -]?key|(?<![a-z])psk|credentials?|x-amz-signature|(?:jsession|phpsess|session)[_-]?id|x-amz-security-token)(?:_?(?:hash|value|text)|\d{1,3})?(?:\\?["'`]|%(?:25)?22)?\s{0,4}(?:=>|:=|==?|%(?:25)?3[da]|:(?!\/\/))/gi,
  foreignKey: new RegExp(`(?:${WORDS_FOR_PASSWORD})${SIGN}`, 'gi'),
  /** `password is X`: what follows is judged by its own look. */
  toldIs: /(?<![a-z])p(?:assword|asswd|assphrase|asscode|wd|ass|w)\s{1,4}(?:is|was)\s{1,4}(?:now\s{1,4})?/gi,
  foreignIs: new RegExp(
    `(?:${WORDS_FOR_PASSWORD})\\s{1,4}(?:is|ist|war|lautet|es|era|est|é|è|e|este|это|je|jest|er|är|on|ir|yra|to|là|la|adalah|είναι|е|هو|هي|היא)\\s{1,4}`,
    'gi',
  ),
  /** `password 'X'`, `pw X`, `password to X`. */
  toldBare: /(?<![a-z])p(?:assword|asswd|assphrase|asscode|wd|ass|w)\s{1,4}(?:to\s{1,4})?/gi,
  /** `password for the kiosk: X`; of one that failed nobody tells it. */
  toldFor:
    /(?<![a-z]|(?:failed|accepted|invalid|incorrect|wrong|bad|expired|missing)\s)p(?:assword|asswd|assphrase|asscode|wd|ass|w|sk)\s{1,4}(?:for|of|on|to|at|in|from|with)\s{1,4}[^:=\r\n"]{1,64}(?:[:=]|\sis)\s{1,4}/gi,
  /** `secret X`, `session key X`, `the API key is X`. */
  toldKey:
    /(?<![a-z])(?:secret|token|psk|passkey|credentials?|(?:api|access|secret|private|shared|encryption|decryption|session|auth|master|signing|storage|recovery|wi-?fi|wlan|network|licen[cs]e|symmetric|cipher|hmac)[ _-]?key)\s{1,4}(?:(?:is|was|to|=)\s{1,4})?/gi,
  /** Settings of routers and switches: the word before the secret, and the number of its form. */
  routerSecret:
    /(?<![\w-])(?:enable\s{1,4}(?:secret|password)|privilege\s{1,4}\d{1,2}\s{1,4}(?:secret|password)|snmp-server\s{1,4}community|key-string|(?:isakmp|tacacs-server|radius-server|server)\s{1,4}key|pre-shared-key(?:\s{1,4}(?:local|remote|ascii-text))?|wpa-psk(?:\s{1,4}(?:ascii|hex))?|(?:authentication|message-digest|ntp)-key(?:\s{1,4}\d{1,5}\s{1,4}md5)?)\s{1,4}(?:[05-9]\s{1,4})?(?![05-9]\s)/gi,
  /** The secret of an account of a router. */
  routerUser:
    /(?<![\w-])username\s{1,4}[^\s]{1,64}\s{1,4}(?:privilege\s{1,4}\d{1,2}\s{1,4})?(?:secret|password)\s{1,4}(?:[05-9]\s{1,4})?(?![05-9]\s)/gi,
  /** `DefaultPassword REG_SZ X` and the other types of the Windows registry. */
  registrySecret:
    /(?:passw(?:or)?d|passphrase|secret|(?:api|access|private|shared|encryption|auth)[ _-]?key|token|pwd)["']?\s{1,16}\(?REG_(?:SZ|EXPAND_SZ|MULTI_SZ|BINARY|DWORD|QWORD)\)?\s{1,16}/gi,
  /** `Use 123456 to sign in`. */
  useCode:
    /(?<![a-z])(?:use|enter|type|submit|reply\s{1,2}with|send|give)\s{1,2}(?:(?:the\s{1,2})?(?:code|pin)\s{1,2})?["']?(\d{3}[ -]?\d{1,5})(?=["']?\s{1,2}(?:to|for|when|as|at|on|in\s)\s{0,2}[a-z ]{0,24}(?:sign|log|verif|confirm|authentic|continue|complete|finish|access|unlock|reset|approve|activat|regist|enrol|pair|code|pin|password))/gi,
  /** Words of other languages for a code that is sent once. */
  foreignCode:
    /(?:bestätigungscode|sicherheitscode|einmalcode|verifizierungscode|code de (?:vérification|confirmation|sécurité)|código de (?:verificación|verificação|confirmación|segurança|seguridad)|codice di (?:verifica|conferma|sicurezza)|verificatiecode|kod weryfikacyjny|ověřovací kód|код подтверждения|код доступа|doğrulama kodu|verifieringskod|bekræftelseskode|vahvistuskoodi|验证码|驗證碼|認証コード|確認コード|인증번호|mã xác (?:nhận|thực|minh)|kode verifikasi|رمز التحقق)\s{0,3}(?:is|ist|est|es|è|é|je|to|là|:|：|=)?\s{0,3}(\d{3}[ -]?\d{1,5})(?!\w|[.:-]\d)/gi,
  foreignBare: new RegExp(`(?:${WORDS_FOR_PASSWORD})\\s{1,4}`, 'gi'),
  xmlSecret:
    /(?<!\?)<[\w.:-]{0,48}(?:password|passwd|passphrase|pwd|secret|(?<!publickey)token|api[_-]?key)\d{0,2}(?:\s[^<>]{0,128})?>(?=[^<\s])/gi,
  identifiedBy: /identified\s{1,4}(?:with\s{1,4}[^\s]{1,64}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?/gi,
  passwordCall: /password\(\s{0,2}(?=["'])/gi,
  oneTimeCode:
    /(?<![a-z])(?:(?:one[ -]time|verification|security|login|sign[ -]?in|access|authentication|auth|sms|confirmation|activation|backup|recovery|2fa|mfa|totp|otp)[ _-]?(?:code|password|passcode|pin|token)|otp|totp|pin(?:[ _-]?code)?)(?:\\?["'`])?\s{0,2}(?:is|was|ist)?\s{0,2}[:=#]?\s{0,2}(?:\\?["'`])?(\d{3}[ -]?\d{1,5})(?!\w|[.:-]\d)/gi,
  /** What follows a one-time code; the digits before it are found by scanning backwards. */
  isYourCode: /\sis\s{1,2}your\s{1,2}[a-z0-9 -]{0,40}(?:code|pin|otp|passcode|password)/gi,
  encodedCommand: /(?<!\S)[-/](?:e|ec|enc|encodedcommand)\s{1,4}["']?([A-Za-z0-9+/]{16,8192}={0,2})/gi,
  authorization: /authorization(?:\\?["'`])?\s{0,4}(?:=>|[=:])\s{0,4}(?:\\?["'`])?/gi,
  cookie: /(?<![a-z])(?:set-)?cookies?(?:\\?["'`])?\s{0,4}[=:]\s{0,4}(?:\\?["'`])?/gi,
  authScheme: /(?<![\w-])(bearer|basic|negotiate|ntlm)\s{1,4}([\w.~+/-]{8,8192}={0,2})/gi,
  jwt: /(?<![\w-])eyJ[\w-]{8,8192}\.[\w-]{4,8192}(?:\.[\w-]{0,8192})?/g,
  cryptHash: /(?<![\w$])\$(?:1|2[abxy]?|5|6|y|7|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,16})\$[\w./$=,+-]{8,512}/g,
  /** LM:NT pairs of dumps and pass-the-hash. */
  hashPair: /(?<=(?<![0-9A-Fa-f])[0-9A-Fa-f]{32}):[0-9A-Fa-f]{32}(?![0-9A-Fa-f])/y,
  // Command lines.
  longFlag:
    /(?<![\w-])--?(?:password|passwd|passphrase|pass|pwd|secret|client-secret|token|access-token|auth-token|api-?key|secret-?key|access-?key|private-?key)\s{1,4}(?![-/])/gi,
  slashFlag: /(?<![\w/])\/(?:pass|password|pwd|p|rp|rc4|ntlm|aes128|aes256|des|hash|ticket|savecred):/gi,
  spacedFlag: /(?<![\w/-])[/-](?:rp|hashes|hash)\s{1,4}(?![-/])/gi,
  /** `mysql -pSecret`; only after {@link patterns.joinedCommand}. */
  joinedP: /(?<!\S)-p(?=[^\s-])/g,
  joinedCommand: /mysql|mariadb|sshpass|\b7za?\b|\b(?:win)?rar\b|\bzip\b/i,
  /** `psexec -p secret`; only after {@link patterns.spacedCommand}. */
  spacedP: /(?<!\S)[/-]p\s{1,4}(?![-/])/gi,
  spacedCommand:
    /psexec|paexec|sshpass|smbexec|wmiexec|schtasks|winexe|xfreerdp|(?:docker|podman|az|oc|acr|registry)\s{1,4}login|mongo(?:sh|dump|restore|export|import)?\b|cqlsh|evil-winrm|crackmapexec|\bcme\b|\bnxc\b|netexec|impacket/i,
  /** `curl -u name:secret`; only after {@link patterns.httpCommand}. */
  userColonPass: /(?<!\S)(?:-u|--user|--proxy-user|-U)[\s=]{0,4}["']?[^\s:"']{1,64}:/g,
  httpCommand: /\bcurl\b|\bwget\b|\bhttpie?\b/i,
  netUser:
    /\bnet1?(?:\.exe)?["']?\s{1,4}user\s{1,4}["']?([^\s"'/]{1,64})["']?(?:\s{1,4}["']?([^\s"'/][^\s"']{0,128}))?/gi,
  netUse:
    /\bnet1?(?:\.exe)?["']?\s{1,4}use\s{1,4}(?:[a-z*]:?\s{1,4})?["']?\\{1,4}[^\s"']{1,256}["']?\s{1,4}["']?([^\s"'/][^\s"']{0,128})/gi,
  /** Commands whose flags the following read: see `COMMANDS` of the detector. */
  ldapCommand: /ldap(?:search|modify|add|delete|passwd|whoami|compare|modrdn)/i,
  ldapFlag: /(?<!\S)-[ws]\s{0,4}(?=[^\s-])/g,
  redisCommand: /redis-cli|valkey-cli/i,
  redisFlag: /(?<!\S)-a\s{1,4}(?![-/])/g,
  smbCommand: /smbclient|rpcclient|smbget|smbcacls|smbmap|winexe|enum4linux|polenum|net\s{1,4}(?:rpc|ads)/i,
  smbFlag: /(?<!\S)(?:-U|--user)[\s=]{0,4}["']?[^\s%"']{1,128}%/g,
  chpasswdCommand: /chpasswd/i,
  chpasswdFlag: /(?:echo|printf|<<<)\s{0,4}(?:-\w{1,4}\s{1,4})?["']?[^\s:"'|]{1,64}:(?=[^\s:])/g,
  opensslCommand: /openssl/i,
  opensslFlag: /(?<!\S)-(?:[kK]\s{1,4}(?![-/])|pass(?:in|out)?\s{1,4}pass:)/g,
  snmpCommand: /snmp(?:bulk)?(?:walk|get|set|status|table|getnext|trap|inform)/i,
  snmpFlag: /(?<!\S)-[AXc]\s{0,4}(?=[^\s-])/g,
  capitalCommand: /sqlcmd|ipmitool|mosquitto_(?:pub|sub)|\bbcp\b|\bunzip\b/i,
  capitalFlag: /(?<!\S)-P\s{0,4}(?=[^\s-])/g,
  puttyCommand: /plink|pscp|psftp|putty/i,
  puttyFlag: /(?<!\S)-pw\s{1,4}(?![-/])/g,
  pipedSecret:
    /(?<![\w-])echo\s{1,4}(?:-\w{1,4}\s{1,4})?["']?([^\s"'|]{1,128})(?=["']?\s{0,4}\|\s{0,4}(?:sudo\s{1,4}-S|runas|passwd|su\s|kinit|cryptsetup|openssl|(?:docker|podman|az|oc|acr|registry)\s{1,4}login|mongo(?:sh|dump|restore|export|import)?\b|cqlsh|gpg|smbclient))/gi,
  htpasswd: /htpasswd(?:\.exe)?\s{1,4}/gi,
  secureString: /ConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?/gi,

  // Personal values.
  marker: /\[secret:([^\]\s]{0,64})\]/g,
  /** From its colon on; the tag before it is found by scanning backwards. */
  lookalike: /(?<=[a-z_]):\d{1,12}~[a-z2-7]{16,512}/gi,
  ipv4: /(?<!\d)(?<!\d\.)(?<!(?:Chrome|Chromium|CriOS|Edg|EdgA|OPR|Firefox|Version)\/)\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d|\.\d{1,5}\.\d)/g,
  /** Behind an IPv6 address. */
  zone: /%[\w.-]{1,32}/y,
  mac: /(?<![0-9A-Za-z])(?<![0-9A-Fa-f][:-])[0-9A-Fa-f]{2}([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2}){4,30}(?![0-9A-Za-z])/g,
  /** `(will-pc)` behind an address, as DHCP servers write it. */
  nameOfMac: / \(([A-Za-z][\w.-]{0,62})(?=\))/y,
  dottedMac: /(?<=(?<![\w.])[0-9A-Fa-f]{4})\.[0-9A-Fa-f]{4}\.[0-9A-Fa-f]{4}(?![\w.])/g,
  /** An address as one number, where only an address can be: of a URL, or behind a key for one. */
  ipNumber:
    /(?:\bhttps?:\/\/|\bhxxps?:\/\/|(?<![a-z])(?:ip|[sd]?addr(?:ess)?|src|dst|[sd]ip|client_?ip|ping(?:\s{1,2}to)?)["']?[=: ]{1,2}["']?)(0x[0-9a-f]{8}|[1-4]?\d{9})(?![\w.])/gi,
  /** Parts of which at least one is octal or hexadecimal. */
  ipParts:
    /(?<![\w.])(?:0x[0-9a-f]{1,2}|0?[0-7]{1,3}|\d{1,3})(?:\.(?:0x[0-9a-f]{1,2}|0[0-7]{1,3}|\d{1,3})){3}(?![\w.])/gi,
  /** Twelve digits behind a word for such an address. */
  plainMac:
    /(?<![a-z])(?:mac(?:[ _-]?addr(?:ess)?)?|hwaddr|hw[ _]ether|bssid|calling-station-id|called-station-id|station|chaddr|client[ _-]?mac|ether)["']?[=: ]{1,3}["']?([0-9a-f]{12})(?![\w])/gi,
  /** From its backslash on; the domain before it is found by scanning backwards. */
  domainUser: /(?<=[\w.-])\\{1,2}([^\s\\/:*?"'<>|,;()[\]{}=]{1,104})/g,
  uncHost: /(?<![\w:\\])\\{2,4}([A-Za-z0-9][\w.-]{1,62})(?=\\)/g,
  sid: /(?<![\w-])S-1-(?:5-21|12-1)-\d{1,10}-\d{1,10}-\d{1,10}(?:-\d{1,10})?(?!\w)/gi,
  home: /[\\/](?:users\$?|homes?\$?|documents and settings|profiles(?=\\)|profiles\$|var[\\/](?:spool[\\/])?mail|spool[\\/]cron(?:[\\/](?:crontabs|tabs))?)[\\/]{1,2}([^\\/:*?"<>|\r\n]{1,64})/gi,
  tildeHome: /(?<![\w~])~([A-Za-z_][\w.-]{0,31})(?=[/\\\s"']|$)/g,
  userKey: new RegExp(
    `(?:user(?:[ _]?name)?|usr(?:name)?|account[ _]?name|acct|logname|[sdr]user|uname|samaccountname|upn|(?<=[\\s,;&?({"'])(?:login|account|owner|principal(?:_name)?)(?=["']?=))(?:\\\\?["'\`])?[ \\t]{0,8}[=:][ \\t]{0,8}(?:\\\\?["'\`]|<)?${NAME}`,
    'gi',
  ),
  hostKey: new RegExp(
    `(?<![A-Za-z])(?:(?:workstation|computer|machine)(?:[ _]?name)?|(?:account|user|target|subject)[ _]?domain(?:[ _]?name)?|host_?name|[rsd]host|ahost|host(?==))(?:\\\\?["'\`])?\\s{0,8}[=:]\\s{0,8}(?:\\\\?["'\`])?${NAME}`,
    'gi',
  ),
  authFor: new RegExp(
    `(?<=(?<![a-z])(?:password|publickey|pam|mic|hostbased|none|exceeded|failures?|denied|accepted|failed|su|log[io]n|opened|closed|access|granted|changed|expired|locked|requested|reset|issued|keyring|quota|mailbox|used)\\s{1,4})for\\s{1,4}(?:(?:invalid|illegal)\\s{1,4})?(?:user\\s{1,4})?["']?${NAME}`,
    'gi',
  ),
  /** A name in quotes may have blanks. */
  quotedKey:
    /(?<![a-z])(?:user(?:[ _]?name)?|usr(?:name)?|account[ _]?name|acct|login|samaccountname)(?:\\?["'`])?[ \t]{0,4}[=:][ \t]{0,4}\\?["'`]([^"'`\\\r\n]{1,64})(?=\\?["'`])/gi,
  quotedName:
    /(?<![a-z])(?:full|display|given|first|last|sur|family|middle)[ _-]?name(?:\\?["'`])?[ \t]{0,4}[=:][ \t]{0,4}\\?["'`]([^"'`\\\r\n]{1,64})(?=\\?["'`])/gi,
  uidKey: /(?<![A-Za-z])uid=\\?["']?([A-Za-z][\w.@-]{0,63})(?![\w=(])/g,
  /** The common name of a DN. */
  commonName: /(?<![A-Za-z])CN=([^,+/=\r\n"'<>;\\]{1,64})(?=\s{0,2}[,/]\s{0,2}[A-Za-z]{1,16}=)/gi,
  /** `ACME/ann` behind a word for an account; elsewhere it is `TCP/IP`. */
  slashUser:
    /(?<=(?<![a-z])(?:[Uu]ser|[Aa]ccount|[Ll]og[io]n|[Ll]ogon|[Pp]rincipal|[Mm]ember|[Oo]wner|for|by|as|to|of|from)["']?[=: ]\s{0,3}["']?)[A-Z][A-Z0-9-]{1,14}\/([a-z][\w.-]{0,63})(?![\w/])/g,
  /** A list of accounts in JSON, up to its end. */
  userList:
    /(?<![a-z])(?:users?(?:[ _]?names)?|usernames|members|owners|accounts|logins|recipients|admins|participants|assignees|reviewers|approvers)(?:\\?["'])?\s{0,3}[=:]\s{0,3}\[(?=[\s"'\\])/gi,
  arnUser:
    /(?<=arn:aws[\w-]{0,8}:(?:iam|sts)::\d{0,12}:)(?:user|assumed-role\/[\w+=,.@-]{1,64}|federated-user)\/(?:[\w+=,.@-]{1,64}\/)?([\w+=.@-]{1,64})(?![\w/])/g,
  /** The user column of Squid, behind the address and before the way it took. */
  squidUser: new RegExp(`[A-Z]{3,9}\\s{1,2}[^\\s]{1,2048}\\s{1,2}${NAME}(?=\\s{1,2}[A-Z_]{4,40}\\/[^\\s])`, 'g'),
  /** The time in the common log format; the user before it is found by scanning backwards. */
  webTime: /\s\[\d{1,2}\/[A-Z][a-z]{2}\/\d{4}/g,
  /** OpenVPN: the client's address and port; the user before it is found by scanning backwards. */
  vpnAddress: /(?<=\w)[/,](?:\d{1,3}\.){3}\d{1,3}:\d/g,
  vpnPeer: /\[([^\s\]]{1,64})(?=\]\s{1,2}Peer Connection)/g,
  loginAs: new RegExp(
    `(?<=(?<![a-z])(?:log[io]n|logon|logged\\s{1,2}(?:in|on)|sign(?:ed)?\\s{1,2}in|authenticated|run|ran|connected|executed)\\s{1,2})as\\s{1,2}(?:user\\s{1,2})?["'\`]?${NAME}`,
    'gi',
  ),
  /** `session for ann from 10.0.0.1 port 22`. */
  forFrom: new RegExp(`(?<![a-z])for\\s{1,4}${NAME}(?=\\s{1,4}from\\s{1,4}[^\\s]{2,64}\\s{1,4}port\\s)`, 'gi'),
  userVerb: new RegExp(
    `(?<![a-z])(?:user|account)\\s{1,4}["']?${NAME}(?=["']?\\s{1,4}(?:log|sign|has\\s|was\\s|is\\s|from\\s|fail|auth|success|not\\s|remov|add|creat|delet|lock|unlock|connect|disconnect|exec|attempt|tried|access|denied|running|on\\s))`,
    'gi',
  ),
  userQuoted: new RegExp(`(?<![a-z])(?:user|account|login)\\s{1,4}["'\`]${NAME}(?=["'\`])`, 'gi'),
  ofUser: new RegExp(
    `(?<=(?<![a-z])(?:for|by|of|from|to|new|delete|add|invalid|illegal|authenticating|local|remote|as)\\s{1,4})(?:user|account)\\s{1,4}["']?${NAME}`,
    'gi',
  ),
  byUid: new RegExp(`(?<![a-z])by\\s{1,4}${NAME}(?=\\(uid=)`, 'gi'),
  suBy: new RegExp(`(?<![a-z])su\\s{1,4}for\\s{1,4}[^\\s]{1,64}\\s{1,4}by\\s{1,4}${NAME}`, 'gi'),
  suTo: new RegExp(`\\(to\\s{1,4}[^\\s)]{1,64}\\)\\s{1,4}${NAME}`, 'gi'),
  suTarget: new RegExp(`\\(to\\s{1,4}${NAME}(?=\\))`, 'gi'),
  cron: new RegExp(`\\(${NAME}(?=\\)\\s{1,4}(?:CMD|RELOAD|REPLACE|LIST|BEGIN|END|DELETE|ORPHAN|PAM|MAIL))`, 'g'),
  /** What follows the account in a line of sudo; the account is found by scanning backwards. */
  sudo: /(?<=\S)\s{1,4}:\s{1,4}(?:TTY=|user NOT|command not|a password|\d{1,2} incorrect|unable to|\(command)/g,
  httpUser: new RegExp(`(?<!\\S)(?:-u|--user|--proxy-user)[\\s=]{0,4}["']?${NAME}(?=:\\[secret)`, 'g'),
  urlUser: /:\/\/([^\s/:@?#"'<>[\]]{1,64})(?=(?::\[secret:password\])?@)/g,
  phone: /(?<![\w+])\+[1-9][\d ().-]{6,20}\d(?!\w)/g,
  phoneUs: /(?<![\w.-]|\d )(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-]|[. ]\d)/g,
  /** `030 1234567`, `0151 234 56 78`, `00 49 30 123456`: digits that begin with the 0 of a trunk or of abroad. */
  phoneTrunk:
    /(?<![\w.,:+/-])\(?0\d{1,4}\)?[ /-]{1,3}\d{2,8}(?:[ -]\d{2,4})?(?:[ -]\d{2,4})?(?:[ -]\d{2,4})?(?![\w.:,-])/g,
  /** Whatever stands behind a word for a telephone. */
  phoneKey:
    /(?<![a-z])(?:phone|tele?phone|tel|mobile|cell|fax|gsm|msisdn|whatsapp|sms(?:\s{1,2}to)?|call(?:ed|er|ing)?(?:\s{1,2}(?:back|from|id))?)(?:[ _-]?(?:number|nr|no))?\.?(?:\\?["'`])?[ \t]{0,3}[=: ][ \t]{0,3}(?:\\?["'`])?(\+?\(?\d[\d ()./-]{5,22}\d)(?![\w.:-]\d|\w)/gi,
  /** Numbers of people in groups: of Brazil, of India, of France, of the United Kingdom, of the Czech Republic. */
  cpf: /(?<![\w.-])\d{3}\.\d{3}\.\d{3}-\d{2}(?![\w-])/g,
  aadhaar: /(?<![\w.-]|\d )[2-9]\d{3} \d{4} \d{4}(?!\w| \d)/g,
  nir: /(?<![\w.-]|\d )[12] \d{2} (?:0[1-9]|1[0-2]|[2-9]\d) (?:\d{2}|2[AB]) \d{3} \d{3}(?: \d{2})?(?!\w)/g,
  nino: /(?<![A-Za-z0-9])[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![A-Za-z0-9])/g,
  /** Six digits that are a date, and a suffix; women's months are raised by 50. */
  birthNumber:
    /(?<![\w./-])(?:\d{2})?\d{2}(?:0[1-9]|1[0-2]|2[1-9]|3[0-2]|5[1-9]|6[0-2]|7[1-9]|8[0-2])(?:0[1-9]|[12]\d|3[01])[/+-]\d{3,4}(?![\w./-])/g,
  /** A number of somebody behind the word for it. */
  personKey:
    /(?<![a-z])(?:aadhaar|uidai|ssn|social[ _-]?security|national[ _-]?(?:id|insurance)|passport|tax[ _-]?id|personnummer|fødselsnummer|cpf|nhs|pesel|bsn|mrn|codice fiscale|(?:employee|staff|patient|customer|member(?:ship)?|student|insurance|driving[ _-]?licen[cs]e|driver'?s?[ _-]?licen[cs]e|id[ _-]?card)(?=[ _-]?(?:no|nr|number|id)))[ _-]?(?:card[ _-]?)?(?:number|no|nr|id)?\.?(?:\\?["'`])?[ \t]{0,3}[=:# ][ \t]{0,3}(?:is[ \t]{1,2})?(?:\\?["'`])?((?:[A-Z]{1,3}[ -]?)?\d[\d ./-]{3,24}[\dA-Z])(?!\w)/gi,
  /** A date of birth behind a word for it. */
  birthKey: new RegExp(
    `(?<![a-z])(?:born|dob|d\\.o\\.b\\.?|(?:date|day)[ _-]?of[ _-]?birth|birth[ _-]?(?:date|day)|date[ _-]?birth|geburtsdatum|geboren|geb\\.|geboortedatum|fecha[ _]de[ _]nacimiento|date[ _]de[ _]naissance|data[ _]de[ _]nascimento|data[ _]di[ _]nascita|data[ _]urodzenia|födelsedatum|syntymäaika|datum[ _]narození)(?:\\\\?["'\`])?[ \\t]{0,3}(?:[=:(]|on|is|was|am|le|el|il|em)?[ \\t]{0,3}(?:\\\\?["'\`])?(${DATE})(?!\\w)`,
    'gi',
  ),
  /** A day on which no log was written yet, and without a time: of a birth. */
  oldDate:
    /(?<![\w.:/-])(?:(?:19[2-9]\d|200\d)[-/](?:0[1-9]|1[0-2])[-/](?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])[./](?:0[1-9]|[12]\d|3[01])[./](?:19[2-9]\d|200\d))(?![\w/-]|[.:]\d|\s{1,2}\d{1,2}:)/g,
  /** The number plate of a car: by its form (Germany, the United Kingdom, France and Italy), or behind a word for one. */
  plate: /(?<![\w-])(?:[A-ZÄÖÜ]{1,3}-[A-Z]{1,2} \d{1,4}[EH]?|[A-Z]{2}\d{2} [A-Z]{3}|[A-Z]{2}-\d{3}-[A-Z]{2})(?![\w-])/g,
  plateKey:
    /(?<![a-z])(?:plates?|vehicle|car|truck|van|registration|kennzeichen|kenteken|matr[ií]cula|immatriculation|targa)(?:[ _-]?(?:number|no|nr|reg|registration|plate))?\.?(?:\\?["'`])?[ \t]{0,3}[=:# ][ \t]{0,3}(?:\\?["'`])?([A-Z0-9ÄÖÜ]{1,4}(?:[ -][A-Z0-9]{1,5})?(?:[ -][A-Z0-9]{1,4})?)(?!\w)/gi,
  /** A latitude and a longitude, with three decimals at least: about a hundred metres. */
  place: /(?<![\w.-])-?\d{1,2}\.\d{3,10}°?(?: ?[NS])?[,;/ ]\s{0,2}-?\d{1,3}\.\d{3,10}(?:°? ?[EW])?(?![\w.]\w)/g,
  placeKey:
    /(?<![a-z])(?:lat|latitude|lon|lng|long|longitude)(?:\\?["'`])?\s{0,3}[=:]\s{0,3}(?:\\?["'`])?(-?\d{1,3}\.\d{2,12})(?![\w.])/gi,
  /** `0033 1 23 45 67 89`. */
  phoneAbroad: /(?<![\w.,:+/-])00[1-9]\d{0,2}[ /-]{1,2}\(?\d[\d ()./-]{5,18}\d(?!\w|[.:-]\d)/g,
  /** The host of a line of syslog (RFC 3164): behind the time, before the program. */
  syslogHost:
    /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d ([A-Za-z0-9][\w.-]{0,252})(?= [\w./()-]{1,64}(?:\[|: ))/g,
  /** The same (RFC 5424), which names the program without a colon. */
  syslogHostNew: /^<\d{1,3}>1 \d{4}-\d\d-\d\dT[\d:.+Z-]{8,30} ([A-Za-z0-9][\w.-]{0,252})(?= [^\s])/g,
  card: /(?<![\w.-])\d[\d -]{11,22}\d(?![\w-])/g,
  /** A word that a person has typed, including the characters that join parts of a name. */
  typedWord: /[\p{L}\p{M}\p{N}._'’-]{1,128}/gu,
  iban: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}[A-Z0-9 ]{11,42}/g,
} as const satisfies Readonly<Record<string, RegExp>>

/** Calls `visit` for every match, in order. The pattern must be global and must not match the empty text. */
export function eachMatch(pattern: RegExp, text: string, visit: (match: RegExpExecArray) => void): void {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) visit(match)
}

/** Reports the position of the last group of a match, given that it is the tail of the match. */
export const tailStart = (match: RegExpExecArray, group: string): number => match.index + match[0].length - group.length
