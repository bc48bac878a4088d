const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What follows is a family name: `Ms Chen`. Folded. */
export const TITLES = words(
  'mr mrs ms mx dr prof herr frau monsieur madame mme mlle senor señor senora señora signor signora sir',
)

/** What follows is a person or an account, unless it is a plain word: `asked mlopez`, `user mlopez`. Folded. */
export const BEFORE_PERSON = words(
  `asked told called phoned rang emailed mailed messaged texted contacted interviewed questioned notified informed warned reminded met
  thanked trained user username account login logon employee colleague contractor manager analyst engineer owner reporter recipient sender
  caller victim suspect insider intern admin nutzer benutzer usuario utilisateur utente`,
)
/** What is done to an account, so that a lower-case word after it is one: `unlocked mlopez`. Folded. */
export const BEFORE_ACCOUNT = words(
  `lock locked unlock unlocked disable disabled reenabled suspend suspended reset offboard offboarded onboard onboarded impersonate impersonated
  impersonating phished deactivate deactivated reactivate reactivated terminate terminated dismiss dismissed`,
)
/** The same for two words: `spoke to`. */
export const BEFORE_PERSON_TWO = words(
  `spoke:to spoke:with talked:to talked:with chatted:with assigned:to belongs:to belonged:to belonging:to reported:by owned:by opened:by
  used:by sent:by written:by raised:by confirmed:by approved:by requested:by clicked:by reset:by logged:as signed:as according:to
  behalf:of waiting:for escalated:to handed:to meeting:with call:with email:from mail:from message:from reply:from as:user password:of
  password:for laptop:of account:of mailbox:of machine:of phone:of device:of access:for access:of session:of session:for lockout:of
  lockout:for login:of login:by login:for login:from logon:of logon:by logins:by logins:of`,
)
/** What a person does, so that the word before it is a person: `mlopez clicked`. Folded. */
export const PERSON_DOES = words(
  `clicked confirmed confirms denied denies admitted said says told tells replied answered remembers remembered forgot resigned left
  travelled traveled travels works worked typed entered logged signed reported reports complained called emailed wrote knows knew thinks
  thought apologised apologized insisted insists claims claimed recalls recalled opened downloaded installed`,
)
/** Between a name and what happened to that person. */
export const BE = words('was is were are has had been got gets being be')
/** What is done to accounts and people: `mlopez was locked`. Folded. */
export const DONE_TO_PERSON = words(
  `locked unlocked disabled enabled suspended deactivated reactivated blocked asked told informed notified interviewed contacted called
  phished fooled tricked fired hired promoted travelling traveling compromised logged signed warned trained questioned cleared suspected
  offboarded onboarded terminated dismissed transferred impersonated away back sick ill aware unaware abroad`,
)
