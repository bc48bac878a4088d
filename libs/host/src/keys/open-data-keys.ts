import {
  type Clock,
  type DataKey,
  derivedDataKeys,
  KEY_PURPOSES,
  keyringOf,
  PLATFORM_TENANT,
  randomDataKeys,
  rfc3339,
  StartFault,
  unseal,
  unwrapDataKeys,
  type WrappedKey,
  wrapDataKeys,
} from '@wardline/kernel'
import type { Registry, Stored } from '@wardline/ports'
import {
  clientAuthorities,
  clientAuthorityContext,
  DATA_KEYS_ID,
  type DataKeysDoc,
  dataKeys,
  MAX_CLIENT_AUTHORITIES,
  SERVER_AUTHORITY,
  serverAuthorities,
  tenants,
} from '@wardline/registries'

export interface KeyPorts {
  readonly registry: Registry
  readonly clock: Clock
}

export interface MasterKeys {
  /** The keys that may open the data keys, the usual one first. A second one is there while the master key is rotated. */
  readonly masters: readonly Uint8Array[]
  /** What to tell the operator when none of them does. */
  readonly wrong: string
  /** Whether a master key may be the one of a platform that has no wrapped keys yet. By default it may. */
  readonly suits?: (master: Uint8Array) => boolean
}

export interface OpenedKeys {
  readonly keys: readonly DataKey[]
  /** Which of the masters opened them. */
  readonly by: number
}

const readKeys = (registry: Registry): Promise<Stored<DataKeysDoc> | undefined> =>
  registry.read(dataKeys, PLATFORM_TENANT, DATA_KEYS_ID)

/**
 * Opens the platform's data keys. The first process to ask makes them: random ones, or for a platform from before they
 * were wrapped, those that its keys come from already. Processes that start together agree.
 * @throws StartFault when none of the master keys is the right one
 */
export async function openDataKeys(ports: KeyPorts, given: MasterKeys): Promise<OpenedKeys> {
  const { registry } = ports
  const stored = (await readKeys(registry)) ?? (await firstKeys(ports, given))
  const opened = unwrapWithAny(given.masters, stored.doc.keys)
  if (!opened) throw new StartFault(given.wrong)
  const { master, keys, by } = opened
  return { keys: await withNewPurposes(registry, master, keys), by }
}

interface Unwrapped extends OpenedKeys {
  readonly master: Uint8Array
}

/** The data keys, by the first of the master keys that opens them; undefined if none does. */
export function unwrapWithAny(masters: readonly Uint8Array[], wrapped: readonly WrappedKey[]): Unwrapped | undefined {
  for (const [by, master] of masters.entries()) {
    const keys = unwrapDataKeys(master, wrapped)
    if (keys) return { keys, by, master }
  }
  return undefined
}

/**
 * Wraps all data keys with another master key, in one write. They stay what they are, so nothing that was made with
 * them changes. @throws StartFault when `from` does not open them
 */
export async function rewrapDataKeys({ registry, clock }: KeyPorts, from: Uint8Array, to: Uint8Array): Promise<number> {
  for (;;) {
    const stored = await readKeys(registry)
    const keys = stored && unwrapDataKeys(from, stored.doc.keys)
    if (!keys) throw new StartFault('the data keys were wrapped with another master key meanwhile')
    const doc = { ...stored.doc, keys: wrapDataKeys(to, keys), rotated_at: rfc3339(clock.now()) }
    const written = await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: stored.version })
    if (written.ok) return keys.length
  }
}

async function firstKeys({ registry, clock }: KeyPorts, given: MasterKeys): Promise<Stored<DataKeysDoc>> {
  const { masters, wrong, suits = () => true } = given
  const master = masters[0]
  if (!master || !suits(master)) throw new StartFault(wrong)
  const inUse = await isInUse(registry)
  if (inUse && masters.length > 1)
    throw new StartFault('start this release once with the present master key alone, and rotate it afterwards')
  const keys = inUse ? derivedDataKeys(master) : randomDataKeys()
  if (inUse && !(await opensAuthorities(registry, keys))) throw new StartFault(wrong)
  const doc: DataKeysDoc = {
    id: DATA_KEYS_ID,
    keys: wrapDataKeys(master, keys),
    created_at: rfc3339(clock.now()),
    rotated_at: null,
  }
  await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: 'absent' })
  const stored = await readKeys(registry)
  if (!stored) throw new Error('the data keys were written but cannot be read')
  return stored
}

/** Whether an earlier release has used this registry, and so has derived its keys from the master key. */
async function isInUse(registry: Registry): Promise<boolean> {
  const found = await Promise.all([
    registry.list(tenants, PLATFORM_TENANT, { limit: 1 }),
    registry.list(serverAuthorities, PLATFORM_TENANT, { limit: 1 }),
    registry.list(clientAuthorities, PLATFORM_TENANT, { limit: 1 }),
  ])
  return found.some(documents => documents.length > 0)
}

/** Tries the keys on what every platform has sealed, unless an operator provided it. */
async function opensAuthorities(registry: Registry, keys: readonly DataKey[]): Promise<boolean> {
  const key = keyringOf(keys).key(PLATFORM_TENANT, 'authority')
  const server = await registry.read(serverAuthorities, PLATFORM_TENANT, SERVER_AUTHORITY.id)
  const clients = await registry.list(clientAuthorities, PLATFORM_TENANT, { limit: MAX_CLIENT_AUTHORITIES })
  try {
    if (server) unseal(key, server.doc.sealed_key, SERVER_AUTHORITY.context)
    for (const { doc } of clients)
      if (doc.sealed_key !== null) unseal(key, doc.sealed_key, clientAuthorityContext(doc.id))
    return true
  } catch {
    return false
  }
}

/** Adds a key for each purpose that a later release has brought. Nothing was made with these before. */
async function withNewPurposes(
  registry: Registry,
  master: Uint8Array,
  keys: readonly DataKey[],
): Promise<readonly DataKey[]> {
  const missing = KEY_PURPOSES.filter(purpose => !keys.some(key => key.purpose === purpose))
  if (missing.length === 0) return keys
  const stored = await readKeys(registry)
  const present = stored && unwrapDataKeys(master, stored.doc.keys)
  if (!present) throw new Error('the data keys were wrapped with another master key meanwhile')
  const added = randomDataKeys(missing.filter(purpose => !present.some(key => key.purpose === purpose)))
  if (added.length === 0) return present
  const doc = { ...stored.doc, keys: [...stored.doc.keys, ...wrapDataKeys(master, added)] }
  const written = await registry.write(dataKeys, PLATFORM_TENANT, doc, { expect: stored.version })
  return written.ok ? [...present, ...added] : withNewPurposes(registry, master, keys)
}
