const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** What follows is a name: `Ms Chen`, `Nurse Grace`. Folded. */
export const HONORIFICS = words(
  `mr mrs ms mx dr doctor prof professor sir madam dame herr frau monsieur madame mme mlle senor señor senora señora signor signora don doña nurse
  officer captain judge sergeant lieutenant colonel major inspector detective constable reverend father sister brother rabbi imam sheikh prince princess`,
)

/** Before a family name, besides those that no vocabulary has: they go with the name behind them. Folded. */
export const PARTICLES = words(
  `bin ibn bint abu ben van von vom zu zum zur der den dem de del della delle di da dos das du la le les el al ter ten te af av st t`,
)
/** Words that are particles only between two parts of a name: `in` of `in ’t Veld`. */
export const PARTICLES_BETWEEN = words('in op do am im bar y e i san')

/** Words that a log cannot do without, which are given names too: never marked in the vocabulary. Folded. */
export const GIVEN_WORDS = words('will kit')
/** The same of family names, behind a given name: `Will Key`, `Hope Field`. Of the census. Folded. */
export const FAMILY_WORDS = words(
  `key keys page pages agent stream field fields store service server session stack patch port ports place point pool post power press price
  range reader record register ring root roots row rule runner safe sales sample save screen search seed self sell shadow shape share shell
  short side simple single six slack smart space speed spike stable staff stage stamp standard state states step still storage string strong
  style surface swift table tables tag tail task temp tenant test tier topic touch trail trial trunk valid view wait walk wall war warm wave
  way weeks well wide wire wish word words work worker works world worm worth zone band bank base basket bell blank block blue board body
  book boot bottom box bridge broker brush burn button cable call canary card cargo carrier case cast chain channel check child choice
  circle city class clear client close cloud code core cost credit current daily day days deal demo doctor door down draft driver drop
  early edge end even fail falcon file fill filter fish fix flow force form forward frame free general good grade guard guest half handler
  hash heap high home hook host job jobs just keep kind large last leader lease level light line lines link links list lock loop loss main
  mask master matter mean member menu minor mode model mount mouse name near new nice notice null number offer officer old over pair parent
  pass pay peer people pin pipe plain plan plate player small strong worth best better case fine found big broad bound batch band`,
)

/** Last parts of keys whose values are people: `customer`, `order.customer`, `billing_contact`. Folded. */
export const PEOPLE = words(
  `owner author assignee reporter requester requestor approver manager contact employee customer patient person sender recipient
  attendee organizer supervisor reviewer cardholder passenger nurse doctor physician adviser advisor teacher student pupil tutor candidate
  applicant beneficiary colleague who whom mentor coach therapist clinician lawyer attorney insured claimant signatory`,
)
/** The same of keys whose values may be programs and machines too: `caller=main`. */
export const ROLES = words(
  `member operator creator editor holder driver guest visitor caller callee client buyer seller resident tenant witness subscriber
  registrant`,
)
/** Parts of keys that name somebody whatever stands before them. Folded. */
export const OF_NAMES = words(
  `fullname firstname lastname givenname surname familyname displayname nickname forename middlename maidenname cn sn gn givennames`,
)
/** Parts of keys that name somebody behind somebody (`patient.first`) or before `name` (`first_name`). Folded. */
export const KINDS_OF_NAME = words('given first last full family middle maiden display nick preferred legal sur birth')
/** First parts of keys whose names are those of things: `file.name`, `package_manager`. Folded. */
export const THINGS_WITH_NAMES = words(
  `file process event rule host service image class module device disk volume table column field index queue topic job task thread pool
  package product vendor os app application program driver library interface network domain group policy profile role key value registry
  cluster node pod container namespace deployment image repo repository branch project bucket region zone country city category type
  method function api operation channel source log provider plugin extension feature flag param argument attribute metric dashboard
  alert threat signature malware virus agent server database schema db dns cert certificate window session connection printer share
  window memory device display update patch kb hotfix vm tag label stage build pipeline workflow step action command script template`,
)
/** Values that name nobody, besides accounts of systems. Folded. */
export const NO_VALUES = words(
  `true false yes no on off not new all any self me default other others enabled disabled missing empty internal external public private
  required optional invalid valid found is was has the a an and or of for to with from in at by id none null unknown undefined anonymous`,
)
