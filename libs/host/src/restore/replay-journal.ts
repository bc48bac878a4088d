import { resolve } from 'node:path'
import type { Keyring } from '@wardline/kernel'
import type { Registry } from '@wardline/ports'
import type { RestoreDoc } from '@wardline/registries'
import { JOURNALED, type JournalEntry } from '../journal/journal-entry.ts'
import { journalFiles } from '../journal/journal-files.ts'
import { epochsOf, readJournals } from '../journal/read-journal.ts'

/**
 * Restores every document that the journal covers to the newest version that the journal has. Versions tell what the
 * backup already contains, because the id of a removed document is never used again. After an earlier restore versions
 * started again, so epochs are replayed one after the other. Safe to repeat.
 *
 * @param registry the engine's own, which lets every owner write. @param epoch the epoch of the backup: '' before any
 * restore
 */
export async function replayJournal(
  registry: Registry,
  keyring: Keyring,
  folders: readonly string[],
  epoch: string,
): Promise<RestoreDoc['journal']> {
  const files = new Set(folders.flatMap(folder => journalFiles(resolve(folder)))).size
  let [replayed, refused] = [0, 0]
  for (const at of (await epochsOf(folders)).filter(e => e >= epoch)) {
    const newest = new Map<string, number>()
    for await (const entry of readJournals(folders, keyring, at)) {
      const outcome = await replay(registry, entry, newest, at === epoch)
      if (outcome === 'replayed') replayed++
      if (outcome === 'refused') refused++
    }
  }
  return { files, replayed, refused }
}

async function replay(
  registry: Registry,
  { collection: name, tenant, id, expect, doc }: JournalEntry,
  newest: Map<string, number>,
  comparable: boolean,
): Promise<'replayed' | 'known' | 'refused'> {
  const collection = JOURNALED.get(name)
  if (!collection) return 'known'
  const current = await registry.read(collection, tenant, id)
  const version = expect === 'absent' ? 1 : expect + 1
  const key = `${name}\n${tenant}\n${id}`
  if (version <= (newest.get(key) ?? (comparable ? (current?.version ?? 0) : 0))) return 'known'
  newest.set(key, version)
  if (doc === null) {
    if (!current) return 'known'
    return (await registry.remove(collection, tenant, id, current.version)) ? 'replayed' : 'refused'
  }
  const written = await registry.write(collection, tenant, doc, { expect: current?.version ?? 'absent' })
  return written.ok ? 'replayed' : 'refused'
}
