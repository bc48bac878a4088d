// Checks the labelled sets and says what is in them: `node tests/redaction/labelled/check.ts`. Ends with 1 on a fault.
import type { LabelledLine } from './line.ts'
import { makeLines } from './make.ts'

const KEYS = 'id kind culture text persons identifiers secrets'
const faults: string[] = []
const ids = new Set<string>()
const texts = new Set<string>()
const byKind = new Map<string, Map<string, number>>()
const byCulture = new Map<string, number>()
const byType = new Map<string, number>()
const count = (counts: Map<string, number>, key: string, n = 1) => counts.set(key, (counts.get(key) ?? 0) + n)

/** Whether `part` stands in `text` and is not only a piece of a longer word; `%3D` and the option `-p` may precede. */
function standsIn(text: string, part: string): boolean {
  const inWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character)
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1)
    const after = [...text.slice(at + part.length, at + part.length + 2)][0]
    const apart = /(?:%[0-9A-F]{2}|%25[0-9A-F]{2}| -p)$/.test(text.slice(0, at))
    const glued = !apart && inWord(before) && inWord([...part][0])
    if (!glued && !(inWord(after) && inWord([...part].at(-1)))) return true
  }
  return false
}

/** What a label should have covered: addresses of documentation ranges, mail addresses, hosts, leftover slots. */
const FORGOTTEN = [
  /[«»⏎]/,
  /\b(?:203\.0\.113|198\.51\.100|192\.0\.2)\.\d/,
  /2001:0?db8:/i,
  /[\w.]@[\w.-]*\b(?:example\.(?:com|net|org)|(?:corp|acme)\.example)\b/,
  /\b[\w-]+\d\d\.(?:corp|acme)\.example\b/,
]

/** The text without what is labelled, longest labels first. */
function constantsOf({ text, persons, identifiers, secrets }: LabelledLine): string {
  const labels = [...persons, ...identifiers.map(i => i.text), ...secrets].sort((a, b) => b.length - a.length)
  return labels.reduce((rest, label) => rest.replaceAll(label, ' '), text)
}

function check(line: LabelledLine, where: string): void {
  const fault = (what: string) => faults.push(`${where}: ${what}`)
  if (Object.keys(line).join(' ') !== `${KEYS} set heldOut`) fault(`members are not ${KEYS}`)
  if (ids.has(line.id)) fault(`id ${line.id} is used twice`)
  if (texts.has(line.text)) fault('the text is there twice')
  ids.add(line.id)
  texts.add(line.text)
  if (!line.text.isWellFormed() || line.text !== line.text.trimEnd()) fault('the text is malformed or ends in a blank')
  const labels = [...line.persons, ...line.identifiers.map(i => i.text), ...line.secrets]
  for (const label of labels) {
    if (label.length === 0) fault('an empty label')
    else if (!standsIn(line.text, label)) fault(`label not in the text: ${label}`)
  }
  if (new Set(line.persons).size < line.persons.length) fault('a person is labelled twice')
  if (line.persons.length > 0 && line.culture === null) fault('a person without a culture')
  if (where.startsWith('hard-') && labels.length > 0) fault('a hard negative has a label')
  if (!where.startsWith('hard-') && labels.length === 0) fault('no label')
  const rest = constantsOf(line)
  for (const pattern of FORGOTTEN) if (pattern.test(rest)) fault(`not labelled: ${pattern.exec(rest)?.[0]}`)
}

let lines = 0
let withPersons = 0
let withPeople = 0
let persons = 0
let secrets = 0
let negatives = 0
for (const line of makeLines()) {
  check(line, `${line.set} ${line.id}`)
  lines++
  persons += line.persons.length
  secrets += line.secrets.length
  if (line.persons.length > 0) withPersons++
  if (line.culture !== null) {
    withPeople++
    count(byCulture, line.culture)
  }
  if (line.set === 'hard-negatives') negatives++
  for (const { type } of line.identifiers) count(byType, type)
  const kinds = byKind.get(line.set) ?? new Map<string, number>()
  byKind.set(line.set, kinds)
  count(kinds, line.kind)
}

if (withPersons < 2_000) faults.push(`${withPersons} lines name a person, at least 2000 are needed`)
if (byCulture.size < 20) faults.push(`${byCulture.size} cultures, at least 20 are needed`)
if (negatives < 500) faults.push(`${negatives} hard negatives, at least 500 are needed`)

const list = (counts: Map<string, number>) => [...counts].map(([key, n]) => `${key} ${n}`).join(', ')
for (const [file, kinds] of byKind) console.log(`${file}: ${list(kinds)}`)
console.log(`cultures (${byCulture.size}): ${list(byCulture)}`)
console.log(`identifiers: ${list(byType)}`)
console.log(`${lines} lines; ${withPersons} name ${persons} persons, ${withPeople} tell of people;`)
console.log(`${secrets} secrets; ${negatives} hard negatives; ${faults.length} faults`)
for (const fault of faults.slice(0, 50)) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
