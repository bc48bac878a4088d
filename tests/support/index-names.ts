import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What the index has beside the events themselves, which internal roles read. */
export interface IndexContent {
  /** What internal roles filter by: users, addresses and hosts. */
  readonly internal: readonly string[]
  /** Everything else: words of summaries, categories, classes, ids, counts. */
  readonly others: readonly string[]
}

/** Fields of the tokens that an embedded index has of users, addresses and hosts. */
const INTERNAL = /^[0-9a-z]+:[uih]/

/** What stands in the index of an embedded Wardline that has stopped, beside its events. */
export function embeddedIndex(folder: string): IndexContent {
  const [internal, others]: [string[], string[]] = [[], []]
  for (const file of globSync('**/*.sqlite', { cwd: folder })) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true })
    try {
      const tables = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
        .all()
        .map(t => String(t.name))
      for (const table of tables) {
        // The tables that SQLite keeps for `words` hold its terms, which are asked for below.
        if (/^(?:words|sqlite_)/.test(table)) continue
        const rows = db.prepare(`SELECT * FROM "${table}"`)
        rows.setReadBigInts(true)
        for (const { doc: _, ...row } of rows.all()) others.push(JSON.stringify(row, text))
      }
      if (!tables.includes('words')) continue
      db.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab('main', 'words', 'row')")
      for (const { term } of db.prepare('SELECT term FROM temp.terms').all())
        (INTERNAL.test(String(term)) ? internal : others).push(String(term))
    } finally {
      db.close()
    }
  }
  return { internal, others }
}

const text = (_: string, value: unknown): unknown =>
  typeof value === 'bigint'
    ? String(value)
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('latin1')
      : value

/** The same of documents of the indices on OpenSearch, as they are stored. */
export function openSearchIndex(documents: readonly string[]): IndexContent {
  const hits = documents.map(json => JSON.parse(json) as { readonly _source: Readonly<Record<string, unknown>> })
  return {
    internal: hits.map(({ _source: { users, ips, hosts } }) => JSON.stringify({ users, ips, hosts })),
    others: hits.map(({ _source: { users: _, ips: __, hosts: ___, event: ____, ...others }, ...hit }) =>
      JSON.stringify({ ...hit, ...others }),
    ),
  }
}
