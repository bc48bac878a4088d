import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Pack } from './pack.ts'

/** The folder with a folder for each pack. */
export const PACK_FOLDER = fileURLToPath(new URL('../../packs', import.meta.url))

/** The ids of all packs, in order. */
export const packIds = (): string[] =>
  readdirSync(PACK_FOLDER, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && existsSync(join(PACK_FOLDER, entry.name, 'pack.ts')))
    .map(entry => entry.name)
    .sort()

/** @throws Error if its id is not the name of its folder. */
async function load(id: string): Promise<Pack> {
  const { pack } = (await import(pathToFileURL(join(PACK_FOLDER, id, 'pack.ts')).href)) as { readonly pack?: Pack }
  if (pack?.id !== id) throw new Error(`apps/normalizer/packs/${id}/pack.ts must export the pack ${id}`)
  return pack
}

/** Every pack, in the order of their ids. A folder in `apps/normalizer/packs` is all that a pack needs to be here. */
export const PACKS: readonly Pack[] = await Promise.all(packIds().map(load))
