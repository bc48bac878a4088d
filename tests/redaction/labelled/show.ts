// Prints figures by set and kind: `node tests/redaction/labelled/show.ts`; with `--misses <set>` what was missed of the
// lines that are not held out.

import { DEFAULT_TENANT } from '../../../libs/kernel/src/index.ts'
import { createRedactor } from '../../../libs/redaction/src/index.ts'
import { makeLines } from './make.ts'
import { type Figures, measure, noFigures, percent } from './measure.ts'

const redactor = createRedactor({ tenantId: DEFAULT_TENANT, key: new Uint8Array(32).fill(7), epoch: 1 })
const misses = process.argv.includes('--misses') ? new RegExp(process.argv.at(-1) ?? '') : undefined
const figures = new Map<string, Figures>()
const of = (key: string): Figures => {
  const known = figures.get(key) ?? noFigures()
  figures.set(key, known)
  return known
}
for (const line of makeLines()) {
  const half = line.heldOut ? 'held out' : 'dev'
  const measured = measure(line, redactor, of(`${line.set} ${half}`))
  for (const key of [`all ${half}`]) measure(line, redactor, of(key))
  if (misses === undefined || line.heldOut || !misses.test(`${line.set}/${line.kind}`)) continue
  const { left, lost } = measured
  const bad = [
    ...left.persons.map(x => `P:${x}`),
    ...left.identifiers.map(x => `I:${x}`),
    ...left.secrets.map(x => `S:${x}`),
    ...lost.map(x => `-${x}`),
  ]
  if (bad.length > 0 || (line.set === 'hard-negatives' && measured.text !== line.text))
    console.log(
      `${line.set} ${bad.join(' ')}\n    ${line.text}\n    ${measured.text.replace(/:1~([a-z2-7]{3})[a-z2-7]+/g, '#$1')}`,
    )
}
for (const [key, f] of figures)
  console.log(
    `${key.padEnd(34)} persons ${percent(f.persons).padStart(7)} identifiers ${percent(f.identifiers).padStart(7)} secrets ${percent(f.secrets).padStart(7)} constants ${percent(f.constants).padStart(7)} unchanged ${percent(f.unchanged).padStart(7)}`,
  )
