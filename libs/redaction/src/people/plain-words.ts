/**
 * Words that people write in tickets and that name nobody, folded: from daily English, security operations and this
 * product. At worst, a word missing here is read as a name where a sentence mentions a person: then it is replaced, and
 * nothing else happens.
 */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `a about above access account accounts acknowledged across action actions active activity actor actual ad add added addition address
  addresses admin administrator administrators adversary after afternoon again against agent agents ago ahead alarm alarms alert alerts all
  allow allowed almost alone already also although always am amber among an analysis analyst analysts and angry anomaly another antivirus any
  anybody anyone anything api app appeared application applications approved apps archive are area around as aside ask asked asset assets
  assigned at attachment attack attacked attacker attackers attempt attempted attempts audit auditor auditors aug august auth
  authentication authorized automatic automatically available aware away back backup backups bad badge banner bash because been before
  began behalf behaviour behavior behind being believed below benign best better between beyond binary block blocked blocks board
  boot boss both bounced box branch breach broken browser brute brought bucket building built burst but by bypass c2 call called
  caller came campaign can cancelled cannot card care careful case cases cause caused cdn cell certificate certificates change changed changes
  channel chat check checked checking checks child cisco classified clean cleaned cleanup clear cleared clicked client clients clock
  close closed closing cloud cluster cmd code colleague colleagues collection collector come comes coming command commands comment
  comments common company complete completed compliance compromise compromised computer concern condition conditional config
  configuration confirm confirmed confirms connect connected connection connections console contact contacted contain contained
  container containment content context contractor contractors contractual control controller controls copied copy core corporate
  correct correlation could count country created creates creating creation credential credentials critical cron csv current
  currently customer customers cut daily data database date day days dc dead deal dec december decided default defender delay delayed
  delete deleted deletion delivered delivery demo denied denies deny department deployed deployment described desk desktop destination
  detail details detected detection detections dev developer developers device devices did different directory disable disabled
  disconnected discovery disk dismissed dll dns do docker document documents does doing domain domains done dormant doubt down
  download downloaded driver drive dropped due dump duplicate during each earlier early edge edr either elevated else email emailed
  emails employee employees empty enable enabled encoded encrypted end ended endpoint endpoints enforced engineer engineers enough
  enrolled enrolment enrollment enter entered entries entry environment error errors escalate escalated escalation especially
  esculated etc even evening event events eventually ever every everybody everyone everything evidence exactly exam example except
  exception exchange exe executed execution executive exfiltration expected expired explained explicitly exploit exposed extension
  external fail failed failing fails failure failures false family far fast feature feb february fetched few field fields file files filter
  final finally finance find finding findings fine finished firewall firmware first fix fixed flag flagged flagging flow folder folders
  follow followed following follows for force forced forensic forensics forest forged forgot forgotten form format former forward forwarded
  found four fraud free frequent friday from full further game gateway gave generated get gets git give given global go goes going gone
  good google got granted graph green group groups guard guest guests had half hand handed handled happened happening hardware has hash
  have having he head header headquarters health heartbeat held hello help helpdesk her here hers herself high hijack him himself hire hired
  his history hits hold holder holders home honest host hostname hosts hour hours house how however hr human i ico id idea identified
  identity idle if ignore ignored image immediately impact imported impossible in inactive inbound inbox incident incidents include included
  indicator indicators info inform information informed infrastructure initial injection input inside install installed installer instance
  instead integrity intended interactive internal internet interview interviewed into invalid investigate investigated investigating
  investigation invoice ip ips is isolate isolated isolation issue issued issues it its itself jan january java job jobs joined july june just
  keep kept kernel key keyboard keys kill killed kind know known kubernetes lab laptop laptops last late later latest lateral launched lead
  leak leaked learned least leave leaver leaving left legal legitimate less let letter level like likely limit line link linked linux list listed
  listening lives load loaded local location lock locked locking lockout lockouts log logged logging login logins logon logons logout
  logs long look looked looking looks lost lot low lower lunch mac machine machines macos macro made mail mailbox mailed mails main
  maintenance make makes making malicious malware managed management manager managers manual manually many mapped march marked
  match matched matches matching may maybe me mean means meanwhile measure meeting member members memory message messages met mfa
  microsoft midnight might mimikatz minute minutes misconfiguration miss missed missing mitigation mobile mode model module moment monday
  monitor monitored monitoring month months more morning most mostly moved movement much multi multiple must my myself name named names
  need needed needs negative net network networks never new newly next night no nobody node none noon normal not note noted notes
  nothing notice noticed notification notified notify november now null number numbers object observed occurred october of off office
  officer offline often oh ok okay old on onboarding once one ones ongoing online only onto open opened opening operation operations
  operator operators or order organisation organization origin original os other others otherwise our ours out outage outbound outlook
  outside over overnight own owned owner owners pack package page paged paid part partial partly partner parts party passed password
  passwords past patch patched path pattern payload pc pending people per perhaps period permission permissions permitted person
  personal persons phase phish phished phishing phone phoned physical ping place plan planned platform play playbook please plus point
  policies policy pool port portal ports position positive positives possible possibly post posted posture potential powershell
  pre presumably pretty prevented previous previously print printer prior priority privacy private privilege privileged privileges probably
  problem problems proc procedure process processed processes prod product production profile program project prompt proof properly
  provider proxy public published pulled purpose push pushed put python quarantine quarantined query question questions queue quick
  quickly quiet quite raised ran random range ransomware rate rather rdp reach reached read reading ready real really reason reasons
  reboot rebooted received recent recently recipient recognised recognized record records recover recovered recovery red reg registered registry
  rejected related release released relevant reminded remote remotely removal remove removed renewed repeated repeatedly replaced
  replied reply report reported reporter reports request requested requests required requires research reset resets resolve resolved
  resource response responsible restart restarted restore restored result results resumed retention retired return returned reused
  review reviewed revoke revoked right risk risky role roles roll rolled root rotate rotated rotation router routine rule rules run
  running runs sabotage safe said sales same sample saturday saw say says scan scanned scanner scanning scans scheduled schedule scope
  screen script scripts search second seconds secret section secure security see seem seems seen self send sender senior sent sep september
  sequence series serious server servers service services session sessions set settings several severity share shared sharing she shell shift
  short should show showed shown shows shut shutdown sign signature signed signin signing silent similar simple simulated since single
  site sites size slow small smb so soc software some somebody someone something soon source sources spam spawned special specific
  spoke spoofed spray spraying sql ssh ssl staff stage staging standard start started starting starts state states statement status stay
  step steps still stole stolen stop stopped storage store stored strange string strong student subject submitted subnet succeeded success
  successful successfully such sudo sunday support supposed sure surface susp suspect suspected suspended suspicious switch sync sysmon system
  systems table tag tagged take taken talk talked target targeted task tasks team teams technical technician telemetry tell temp temporary
  tenant test tested tester testing tests text than thank thanks that the their them themselves then there therefore these they thing
  things think this those though thought thread threat three through thursday ticket tickets time timeline timeout times to today
  together token tokens told tomorrow tonight too took tool tools top total traced traffic trail training transfer traveling travelling
  tried trigger triggered true trust trusted try trying tuesday tuned tuning tunnel turn turned two type typed types ui under
  unable unauthorized uncommon unclear unexpected unix unknown unless unlock unlocked unmanaged until unusual up update updated updates upgrade
  upload uploaded upon url urls usage usb use used useful user username users uses using usual usually valid value values various vendor
  verified verify version very via victim victims view violation virtual virus visible visit visited vm volume vpn vulnerability
  vulnerable wait waited waiting wanted warm warn warned warning was watch watched way we web website wednesday week weekend weeks well
  went were what when where whether which while whitelist who whoever whole whom whose why wide wifi will win windows wipe wiped with
  within without witness witnessed word work worked worker workers working works workstation workstations worm would write written wrong
  xdr xml year years yes yesterday yet you your yours zero zip zone
  bitlocker chrome edge firefox safari github gitlab jenkins jira slack zoom word excel office365 azure aws gcp okta entra intune jamf
  crowdstrike sentinel splunk elastic kafka mongo opensearch nginx apache mysql postgres redis docker ansible terraform puppet
  exchange sharepoint onedrive citrix vmware esxi cobalt strike beacon rootkit trojan keylogger dropper stealer botnet
  executable privileged kerberos ntlm ldap saml oauth oidc sso totp fido smtp imap http https ftp sftp dhcp icmp tcp udp tls
  endpoint src dst uid gid pid tid cmd_line hostname device observables metadata unmapped normalize normalized mapping severity
  category outcome summary class category_uid finding authentication iam wardline sigma ocsf mitre
  internal external untagged unassigned unresolved reopen reopened triage triaged
  be got gets am abnormal accept accepts accidentally activities adversaries autorun bug bugs bypassing center centre consent consents
  controlled crypto depending directories disables downloads dumps encryption enumerate eventlogs execute functions installs invited
  keystrokes logoff manipulates modified numerous objects pentest pentester performs persistence reconnaissance replication signal signs
  sudoers tampering tampers uploads versioning vulnerabilities end-user sign-in sign-ins log-in log-off log-on
  lsass svchost winlogon explorer wmic rundll32 regsvr32 certutil mshta cscript wscript msbuild psexec procdump bitsadmin sshd systemd crond
  label labels conti turla associated assumed based important runtime unexpectedly empire
  mr mrs ms miss dr prof sir madam herr frau monsieur madame senor senora`.split(/\s+/),
)
