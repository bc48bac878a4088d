// Looks after source packs: npm run packs -- new <id> | accept <id…> | try <file…> | docs
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { PACK_FOLDER, PACKS } from '../../apps/normalizer/src/packs/catalogue.ts'
import { expectedOf, readSamples, samplesOf } from '../../apps/normalizer/src/packs/testing/samples.ts'
import { sourcesDocument } from '../../apps/normalizer/src/packs/testing/sources-document.ts'
import { tell } from './tell.ts'
import { template } from './template.ts'

const USAGE = `npm run packs -- new <vendor>-<product>   makes the folder of a pack, to be filled in
npm run packs -- accept <id…> | --all     writes the goldens of its samples; read the diff
npm run packs -- try <file…> [--json]     shows what comes of the logs of a file, and why
npm run packs -- docs                     writes docs/sources.md`

function create(id: string): number {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id)) throw new Error('an id is <vendor>-<product>, in lower case')
  const folder = join(PACK_FOLDER, id)
  if (existsSync(folder)) throw new Error(`apps/normalizer/packs/${id} is there already`)
  mkdirSync(join(folder, 'samples'), { recursive: true })
  for (const [name, text] of Object.entries(template(id))) writeFileSync(join(folder, name), text)
  console.log(`apps/normalizer/packs/${id}: fill in pack.ts and samples, then npm run packs -- accept ${id}`)
  return 0
}

function accept(ids: readonly string[]): number {
  for (const id of ids) {
    if (!PACKS.some(pack => pack.id === id)) throw new Error(`there is no pack ${id}`)
    for (const { golden, samples } of samplesOf(id)) {
      writeFileSync(
        golden,
        `${JSON.stringify(
          samples.map(sample => expectedOf(sample)),
          null,
          2,
        )}\n`,
      )
      console.log(`${golden}: ${samples.length}`)
    }
  }
  return 0
}

function main(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { all: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
  })
  const [command, ...names] = positionals
  if (command === 'new' && names.length === 1) return create(names[0]!)
  if (command === 'accept' && (names.length > 0 || values.all))
    return accept(values.all ? PACKS.map(pack => pack.id) : names)
  if (command === 'try' && names.length > 0) {
    for (const sample of names.flatMap(readSamples)) console.log(tell(sample, values.json))
    return 0
  }
  if (command === 'docs') {
    writeFileSync(new URL('../../docs/sources.md', import.meta.url), sourcesDocument(PACKS))
    return 0
  }
  console.log(USAGE)
  return 2
}

try {
  process.exitCode = main(process.argv.slice(2))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
