import { createHash } from 'node:crypto'
import {
  type Archive,
  type ArchivedEvent,
  type ArchiveManifest,
  type ArchiveName,
  ArchiveUnreadable,
} from '../archive.ts'

interface Kept {
  readonly manifest: ArchiveManifest
  readonly keyBytes: Uint8Array
  readonly events: readonly ArchivedEvent[]
}

/** An Archive in memory, for tests: the same promises except durability. */
export function createMemoryArchive(): Archive {
  const kept = new Map<string, Kept>()
  const keyOf = ({ tenantId, day, retentionClass, part }: ArchiveName): string =>
    [tenantId, day, retentionClass, part].join('/')
  const timesOf = (events: readonly ArchivedEvent[]): number[] =>
    events.map(event => Date.parse(String(event.event_time))).sort((a, b) => a - b)

  return {
    async put(name, key, pages, { at, rewrites = [] }) {
      const events: ArchivedEvent[] = []
      for await (const page of pages) events.push(...page)
      const raw = events.map(event => `${JSON.stringify(event)}\n`).join('')
      const times = timesOf(events)
      const manifest: ArchiveManifest = {
        format_version: 1,
        tenant_id: name.tenantId,
        day: name.day,
        retention_class: name.retentionClass,
        part: name.part,
        key_id: key.id,
        events: events.length,
        raw_bytes: Buffer.byteLength(raw),
        bytes: Buffer.byteLength(raw),
        sha256: createHash('sha256').update(raw).digest('hex'),
        first_event_time: times[0] ?? null,
        last_event_time: times.at(-1) ?? null,
        created_at: at,
        rewrites,
      }
      kept.set(keyOf(name), { manifest, keyBytes: key.bytes, events: structuredClone(events) })
      return manifest
    },
    manifest: async name => kept.get(keyOf(name))?.manifest,
    async verify(expected, key) {
      const { tenant_id: tenantId, day, retention_class: retentionClass, part } = expected
      const there = kept.get(keyOf({ tenantId, day, retentionClass, part }))
      if (!there) return { ok: false, fault: 'manifest_missing' }
      if (JSON.stringify(there.manifest) !== JSON.stringify(expected)) return { ok: false, fault: 'manifest_altered' }
      if (key && Buffer.compare(key.bytes, there.keyBytes) !== 0) return { ok: false, fault: 'undecryptable' }
      return { ok: true }
    },
    async *read(name, key) {
      const there = kept.get(keyOf(name))
      if (!there) throw new ArchiveUnreadable('manifest_missing')
      if (Buffer.compare(key.bytes, there.keyBytes) !== 0) throw new ArchiveUnreadable('undecryptable')
      yield structuredClone(there.events)
    },
    async holds(tenant, eventId) {
      return [...kept.values()].some(
        ({ manifest, events }) => manifest.tenant_id === tenant && events.some(e => e.event_id === eventId),
      )
    },
    async *list(tenant) {
      const all = [...kept.values()].map(k => k.manifest).filter(m => m.tenant_id === tenant)
      for (const m of all.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)))
        yield { tenantId: tenant, day: m.day, retentionClass: m.retention_class, part: m.part }
    },
    async remove(name) {
      kept.delete(keyOf(name))
    },
    async tidy() {},
  }
}
