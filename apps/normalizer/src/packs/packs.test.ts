import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { CLASSES } from '../normalize/ocsf-classes.ts'
import { normalizeRaw, normalizeRedacted } from '../normalize/testing/normalize-raw.ts'
import { PACKS } from './catalogue.ts'
import type { Pack } from './pack.ts'
import { OCSF, ocsfFaults } from './testing/ocsf-check.ts'
import { expectedOf, registered, samplesOf } from './testing/samples.ts'
import { sourcesDocument } from './testing/sources-document.ts'

const MIN_SAMPLES = 5
/** What the API accepts as one log. */
const MAX_RAW = 65_536
/** A mapping made by hand keeps some names from before the schema was checked. */
const ofNames = (fault: string): boolean => /^OCSF has no [a-z]| is an object, not /.test(fault)
/** Who is read without being known cannot be asked for everything. */
const ofAbsence = (fault: string): boolean => fault.includes(' requires ')

function faultsOf(pack: Pack, raw: string | object): string[] {
  const faults = ocsfFaults(normalizeRaw(raw).event, pack.lacks)
  if (pack.marks.syntax) return faults.filter(fault => !ofNames(fault) && !ofAbsence(fault))
  return pack.content || pack.message ? faults.filter(fault => !ofNames(fault)) : faults
}

describe.each(PACKS.map(pack => [pack.id, pack] as const))('%s', (id, pack) => {
  const files = samplesOf(id)
  const samples = files.flatMap(file => file.samples)

  const texts = samples.map(({ raw }) => (typeof raw === 'string' ? raw : JSON.stringify(raw)))

  it('has samples and documentation', () => {
    expect(pack.docs.length).toBeGreaterThan(0)
    expect(samples.length).toBeGreaterThanOrEqual(MIN_SAMPLES)
  })

  it.each(files.map(file => [file.name, file] as const))('%s gives its golden', (_, file) => {
    const golden: unknown = JSON.parse(readFileSync(file.golden, 'utf8'))
    expect(file.samples.map(sample => expectedOf(sample))).toEqual(golden)
  })

  it('is recognised, whatever the source is registered as', () => {
    for (const { title, raw } of samples) {
      for (const source of [registered(undefined), registered(pack)]) {
        const { event } = normalizeRaw(raw, { source })
        expect({ title, pack: (event.parser as { pack: string }).pack }).toEqual({ title, pack: id })
      }
    }
  })

  it('agrees with OCSF 1.8', () => {
    for (const { title, raw } of samples) {
      expect({ title, faults: faultsOf(pack, raw) }).toEqual({ title, faults: [] })
    }
  })

  it('leaves nothing personal in the summary', () => {
    for (const { raw } of samples) {
      const { event, sourceFields } = normalizeRedacted(raw)
      for (const name of Object.keys(pack.personal ?? {})) {
        const value = sourceFields[name]
        if (typeof value === 'string' && /[a-z]{3}/i.test(value)) expect(event.summary).not.toContain(value)
      }
    }
  })

  it('reads damaged samples without a fault', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), damage, (text, change) => {
        const { event } = normalizeRaw(change(text))
        expect((event.parser as { flags?: string[] }).flags ?? []).not.toContain('parser_fault')
        expect(Buffer.byteLength(event.summary)).toBeLessThanOrEqual(4096)
      }),
      { numRuns: 60 },
    )
  })

  it('takes no more than its length to read what is as long as it may be', () => {
    for (const text of texts) {
      const middle = text.length >> 1
      for (const part of [text, text.slice(middle, middle + 8), ' ', '"', 'a']) {
        const long =
          text.slice(0, middle) + part.repeat(Math.ceil(MAX_RAW / part.length)).slice(0, MAX_RAW) + text.slice(middle)
        const from = performance.now()
        normalizeRaw(long)
        // Linear work takes milliseconds; a pattern that tries every way takes minutes.
        expect(performance.now() - from).toBeLessThan(2000)
      }
    }
  })
})

describe('docs/sources.md', () => {
  it('is what npm run packs -- docs writes', () => {
    const text = readFileSync(new URL('../../../../docs/sources.md', import.meta.url), 'utf8')
    expect(text).toBe(sourcesDocument(PACKS))
  })
})

describe('The table of classes', () => {
  it('is that of OCSF 1.8', () => {
    const ours = Object.values(CLASSES).map(c => [c.name, c.uid, [...c.activities.keys()].filter(i => c.activities[i])])
    const theirs = Object.entries(OCSF.classes).map(([name, c]) => [
      name,
      c.uid,
      Object.keys(c.activities)
        .map(Number)
        .filter(i => i !== 99),
    ])
    const byUid = (a: unknown[], b: unknown[]) => Number(a[1]) - Number(b[1])
    expect(ours.sort(byUid)).toEqual(theirs.sort(byUid))
  })
})

const ODD = ['"', "'", '\\', '\n', '\0', '|', '=', ',', '[', ']', '{', '}', '<', '>', ' ', '\t', '\ud800', 'é', '%']
/** Cuts, holes, odd characters and repetitions, as transport and hostile senders make them. */
const damage: fc.Arbitrary<(text: string) => string> = fc
  .tuple(fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(40), fc.constantFrom(...ODD))
  .map(([how, where, length, odd]) => (text: string) => {
    const at = Math.floor(where * text.length)
    if (how === 0) return text.slice(0, at)
    if (how === 1) return text.slice(0, at) + text.slice(at + length)
    if (how === 2) return text.slice(0, at) + odd.repeat(1 + (length % 4)) + text.slice(at)
    return text.slice(0, at) + text.slice(at, at + length).repeat(20) + text.slice(at)
  })
