const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What ends a sentence or a field before the next one begins. */
export const END = /[.!?:;|\]>\n\r)-]/
/** What follows is told to somebody: `Tell Grant server 3 is down`. */
export const ASKS = words(
  'ask asked tell told remind reminded show showed give gave send sent warn warned inform informed email emailed call called',
)
/** Who keeps a thing: `Rose cluster admin`. Besides {@link PEOPLE} and {@link ROLES}. */
export const KEEPERS = words(
  'admin admins administrator user users lead leads team teams guy person people head chief boss intern staff',
)
/** What people use and ask the desk about: `Rose vpn is down`. */
export const OF_DESKS = words(
  `vpn wifi wlan lan internet printer scanner fax monitor display camera webcam microphone speaker speakers dock docking charger adapter battery drive usb stick software app apps
  application install installation setup reset unlock unlocking lockout sign signin signon session browser outlook excel word powerpoint teams onedrive sharepoint zoom slack jira
  citrix rdp remote mfa otp sso totp duo okta authenticator prompt phishing backup sync share hire starter leaver ringtone voicemail extension hotspot sim number
  screenshot recording handover deputy absence timesheet expense expenses travel visa upgrade replacement swap repair loan return pickup delivery move relocation
  outage crash freeze error bug problem question mail folder profile license admin vm shell terminal console cursor toolbar bookmark bookmarks tab tabs wallpaper screensaver
  photo video recording calendar invite agenda slides presentation spreadsheet workbook sheet scan print prints badge reader`,
)
/** Makers of such things: `Philips monitor`. */
export const MAKERS = words(
  'philips siemens ericsson epson bosch canon dell brother ricoh hewlett packard sharp sony harman jabra lenovo acer asus toshiba fujitsu konica minolta xerox',
)
/** What people own, are, and do: `Rose account`, `Rose sick`, `Rose again`. Nouns, adverbs, adjectives and irregular forms of verbs. */
export const OF_PEOPLE = words(
  `pls plz thx thank fyi asap hi hey hello bye welcome sorry lol cheers wfh ooo afk brb cc eta wife husband mother father mum mom dad son daughter partner spouse kid child baby
  flu covid cover lunch dinner break weekend birthday
  check look see restart reboot fix help ask tell talk speak come go get give take make try use find show open close stop start join sign move add remove delete install
  approve confirm reply respond answer wait stay keep bring know need want like think believe say pick drop rename create write grant login logout log ping text
  account access laptop pc phone mobile tablet mailbox mail email inbox outbox calendar password passcode pin badge desk chair office room seat family household
  case file folder document report request order invoice ticket call message letter note chat complaint shift leave vacation holiday contract policy license
  licence passport visa certificate permit card salary payroll payment pay wage bonus home house car vehicle parking locker login logon username id identity
  token role permission privilege profile photo picture video signature name address birthday wedding funeral party meeting interview appointment visit trip travel
  flight hotel booking reservation project work duty assignment question answer reply feedback comment opinion review proposal presentation slide draft paper
  thesis website blog post mood health chart prescription surgery treatment therapy estate residence company firm corp inc ltd llc department division
  shop restaurant foundation trust fund school lesson course exam device workstation desktop computer iphone ipad macbook headset mouse keyboard screen group
  crew squad dept data info details history background training onboarding offboarding rights credentials things stuff issue problem
  again also alone already always anyway asleep away awake aware absent abroad back busy dead down drunk early else elsewhere ever fine free gone here ill inside
  instead just last late later maybe never next now off offline often ok okay on once online only out outside over perhaps please present quite rather ready
  right sad safe sick soon sorry still there thus today together tomorrow tonight too twice up upstairs very well wrong yesterday yet tired angry happy new old junior
  senior unable able unaware unavailable available responsible aboard
  he she they it we you who i me him her them us his their my our your its whose whom which that this these those what when where why how if
  the a an all any each every some no not nor and or but so because than then as at by for from in into of onto per to toward towards under until upon via with within
  without after before since while during about against among around behind beside between beyond near through
  is was are were be been being am has have had do does did done will would can could cannot cant shall should may might must need ought
  ate bade became began bent bet bit bled blew bore bought bound bred broke brought built burnt came cast caught chose clung cost crept cut dealt dealing dove drank drew
  drove dug fed fell felt fled flew flung forbade forgave forgot forsook fought found froze gave got grew ground heard held hid hit hung hurt kept knelt knew laid lay led
  left lent let lit lost made meant met mistook overcame overheard oversaw paid proved put quit ran rang read rebuilt redid rewrote reset rid rode rose sank sat saw
  sent set shook shot shone shrank shut slept slid slung spent spilt split spoke spread sprang stole stood stuck struck stung swam swept swore swung taught thought threw
  told took tore tried undid understood undertook upset went wept withdrew withheld woke won wore wound wove wrote`,
)
export const DETERMINERS = words('the a an this that these those each every any another no all its your our')
/** `was revoked`, `has expired`: done to things alone. */
export const HAPPENS = words(
  `issued revoked expired compiled deployed parsed mounted unmounted decoded encoded rendered initialized initialised reloaded unloaded serialized serialised
  indexed cached truncated rotated rebuilt recompiled minted allocated deallocated flushed throttled yanked deprecated rebased forked cloned bundled
  exported corrupted overwritten uninstalled created sealed unsealed generated garbled instantiated normalized vacuumed defragmented sharded
  partitioned provisioned deprovisioned quantized elapsed overflowed unset undefined`,
)
export const BE = words('is was are were be been being has have had not')
/** What may follow them, so that nobody got something: `was issued a laptop`. */
export const AFTER_HAPPENED = words(
  'for by at on from in due because after before to with as since successfully again until when while within and or',
)
/** What follows after `the Grant` or `a Grant`. */
export const AFTER_THING = words(
  'is was are were has had needs need must may can cannot could should will would does did and or of in on at for to with as',
)
/** Verbs that are names too: they begin an instruction. */
export const INSTRUCTIONS = words('mark chase grant bill skip rob pat pierce drew drop trace lance park')
export const OBJECTS = words('the all any each every these those it them an a your its')
export const RIGHTS = words('read write execute access permission permissions rights privilege privileges')
export const GIVEN_TO = words('to for on')
/** `Mark as read`. */
export const STATES = words(
  'read unread seen unseen spam junk done complete completed resolved closed deprecated obsolete default primary favourite favorite final ready safe clean dirty duplicate deleted',
)
/** Keys whose values are kinds and states. */
export const KIND_KEY =
  /(?:^|[\s,;{("'&_.-])(?:kind|type|class|mode|state|status|level|phase|category|action|op|verb|method|format|theme|color|colour|font|flavor|flavour)(?:["']?=["']?|["']: ?["']|:["']?)$/i
export const LONGEST_KEY = 14
export const VERSION = /[ /]v?\d{1,4}\.\d{1,5}\.\d{1,6}(?![\d.])/y
export const NUMBER = /[ -]#?\d{1,4}(?![\w.:])/y
export const UNITS = words('pascal hertz tesla weber sievert newton joule kelvin becquerel coulomb siemens')

/** Before a product of theirs: `Apache Ivy`, `macOS Sierra`. */
export const VENDORS = words(
  `apache microsoft apple amazon aws google oracle intel amd nvidia cisco ibm eclipse macos ios ipados watchos debian ubuntu fedora centos linux android azure windows gcp
  adobe samsung motorola nokia huawei hp hpe dell lenovo vmware citrix sap siemens mozilla jetbrains atlassian hashicorp elastic grafana gnu gnome kde suse opensuse redhat
  java springframework spring`,
)
/** Before somebody: `Rob the new admin`. */
export const NEW = words('new old young other one same first second third last next')
/** Nouns that are no verbs, before a word that is a name: `Job Grant`, but not `Update Grant`. */
export const NOUNS = words(
  'job session heap kernel cluster server service database schema thread node container policy rule event api object method function question byte',
)
/** What has numbers: `Lane 3`. */
export const NUMBERED = words('lane lanes ward bay hall pole gate')
