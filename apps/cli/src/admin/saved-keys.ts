import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { REGISTRY_FILE } from '@wardline/engines-embedded'
import { recordAtTheMachine } from '@wardline/gateway'
import { KeyConflict, type NamedKey, putBackKeys, replaceLostEpoch, savedKeys } from '@wardline/host'
import { KEY_PURPOSES, keyringOf, PLATFORM_TENANT, rfc3339, systemClock, type WrappedKey } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import { tenantRedactors } from '@wardline/redaction'
import { environment } from '../config.ts'
import type { GlobalOptions } from '../connection.ts'
import { CommandFailed } from '../output.ts'
import { masterKeysOf, openKeysOf } from './open-keys.ts'
import { openRegistryOf } from './open-registry.ts'

/** What the file says that it is. */
const FORMAT = 'wardline data keys 1'
/** A key is 200 bytes, and no platform has thousands. */
const MAX_BYTES = 4 * 1_048_576

type Row = Readonly<Record<string, unknown>>

/** Writes the data keys, wrapped as they are stored, into a new file that only its owner can read. @throws CommandFailed */
export function saveKeys({ dataDir }: GlobalOptions, file: string): Promise<Row> {
  return onRegistry(dataDir, async (registry, masters) => {
    const keys = await savedKeys(registry, masters)
    const text = `${JSON.stringify({ format: FORMAT, saved_at: rfc3339(systemClock.now()), keys }, undefined, 1)}\n`
    try {
      writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    } catch (error) {
      throw new CommandFailed(`${file} cannot be written: ${(error as NodeJS.ErrnoException).code}`)
    }
    return { saved: file, data_keys: keys.length, next: 'keep it apart from backups; only the master key opens it' }
  })
}

/** Gives the registry the keys of a saved file that it does not have. @throws CommandFailed */
export function putKeysBack({ dataDir }: GlobalOptions, file: string): Promise<Row> {
  const saved = readSaved(file)
  return onRegistry(dataDir, async (registry, masters) => {
    const added = await putBackKeys({ registry }, masters, saved)
    if (added.length > 0) await record(registry, dataDir, 'putBackKeys', added)
    return { state: added.length > 0 ? 'put back' : 'nothing was missing', keys: named(added) }
  })
}

/** Makes a new key for an epoch of pseudonyms whose own is lost. @throws CommandFailed */
export function replaceLost({ dataDir }: GlobalOptions, epoch: string): Promise<Row> {
  return onRegistry(dataDir, async (registry, masters) => {
    if (!/^\d{1,9}$/.test(epoch)) throw new CommandFailed('an epoch is a number, as in user:2~…')
    const added = await replaceLostEpoch({ registry, clock: systemClock }, masters, Number(epoch))
    await record(registry, dataDir, 'replaceLostEpoch', added)
    return { state: 'replaced', keys: named(added), next: 'save the keys: wardline keys save <file>' }
  })
}

const named = (keys: readonly NamedKey[]): string => keys.map(({ purpose, epoch }) => `${purpose}/${epoch}`).join(' ')

async function onRegistry(
  dataDir: string,
  act: (registry: Registry, masters: readonly Uint8Array[]) => Promise<Row>,
): Promise<Row> {
  if (environment().WARDLINE_MONGODB_URL === undefined && !existsSync(join(dataDir, REGISTRY_FILE)))
    throw new CommandFailed(`${dataDir} has no stores: use --data-dir, or set WARDLINE_MONGODB_URL for the engines`)
  const { registry, close } = await openRegistryOf(dataDir)
  try {
    return await act(registry, masterKeysOf(dataDir))
  } catch (error) {
    throw error instanceof KeyConflict ? new CommandFailed(error.message) : error
  } finally {
    await close()
  }
}

/** In the platform's audit trail: one record for each key. */
async function record(
  registry: Registry,
  dataDir: string,
  operation: string,
  keys: readonly NamedKey[],
): Promise<void> {
  const redactorFor = tenantRedactors(keyringOf((await openKeysOf(registry, dataDir)).keys))
  const ports = { registry, clock: systemClock, redactorFor }
  for (const { purpose, epoch } of keys)
    await recordAtTheMachine(ports, PLATFORM_TENANT, 'keys-put-back', {
      operation,
      resource: { type: purpose === 'pseudonyms' ? 'pseudonym_epoch' : 'data_key', id: String(epoch) },
      status: 200,
    })
}

function readSaved(file: string): readonly WrappedKey[] {
  let saved: { readonly format?: unknown; readonly keys?: unknown }
  try {
    const text = readFileSync(file)
    saved = text.length > MAX_BYTES ? {} : JSON.parse(text.toString('utf8'))
  } catch (error) {
    throw new CommandFailed(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'it is not JSON'}`)
  }
  if (saved?.format !== FORMAT || !Array.isArray(saved.keys) || !saved.keys.every(isWrapped))
    throw new CommandFailed(`${file} was not made by: wardline keys save`)
  return saved.keys
}

function isWrapped(key: unknown): key is WrappedKey {
  const { purpose, epoch, wrapped, from } = (key ?? {}) as Partial<Record<keyof WrappedKey, unknown>>
  return (
    (KEY_PURPOSES as readonly unknown[]).includes(purpose) &&
    Number.isSafeInteger(epoch) &&
    typeof wrapped === 'string' &&
    (from === undefined || (typeof from === 'string' && !Number.isNaN(Date.parse(from))))
  )
}
