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

/** Keys whose values are people, though words of the vocabulary may be their names. Folded. */
export const PERSON_KEYS = words(
  `name fullname firstname lastname givenname surname familyname displayname nickname owner author assignee reporter requester requestor approver
  manager contact employee customer patient person member sender recipient attendee organizer cn sn gn givennames
  supervisor operator creator editor reviewer holder cardholder driver passenger guest visitor caller callee`,
)
