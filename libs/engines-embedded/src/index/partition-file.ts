import { join } from 'node:path'
import type { FileFormat } from '../sqlite/database.ts'

/** One partition: the events of one day and retention class. */
export interface PartitionName {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly retentionClass: string
}

/** With all other ASCII punctuation as part of tokens, and letters beyond ASCII anyway, only white space separates them. */
const TOKENCHARS = "!#$%&''()*+,-./:;<=>?@[\\]^_`{|}~"

/**
 * `events`: the documents by slot. `ids`: where an event id lies, by the hash of tenant and id. `crowded`: keys whose rows are in no order.
 * `words`: which slots have a token, and nothing else.
 */
export const PARTITION_FORMAT: FileFormat = {
  version: 1,
  schema: `CREATE TABLE events (slot INTEGER PRIMARY KEY, time INTEGER NOT NULL, tenant INTEGER NOT NULL, event_id TEXT NOT NULL, doc TEXT NOT NULL);
    CREATE TABLE ids (hash INTEGER NOT NULL, slot INTEGER NOT NULL, PRIMARY KEY (hash, slot)) WITHOUT ROWID;
    CREATE TABLE tenants (number INTEGER PRIMARY KEY, tenant TEXT NOT NULL UNIQUE);
    CREATE TABLE crowded (key INTEGER PRIMARY KEY);
    CREATE VIRTUAL TABLE words USING fts5 (tokens, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '${TOKENCHARS}'");
    INSERT INTO words (words, rank) VALUES ('pgsz', 8000);
    INSERT INTO words (words, rank) VALUES ('automerge', 8);
    INSERT INTO words (words, rank) VALUES ('crisismerge', 32);
    INSERT INTO words (words, rank) VALUES ('hashsize', 16777216)`,
  pragmas: 'PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16384',
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CLASS = /^[a-z0-9_-]{1,32}$/

/** Whether the name is one that a file may have. */
export const isPartitionName = (p: PartitionName): boolean => DAY.test(p.day) && CLASS.test(p.retentionClass)

export const partitionPath = (folder: string, p: PartitionName): string =>
  join(folder, p.day.slice(0, 7), `${p.day}.${p.retentionClass}.sqlite`)

export const partitionKey = (p: PartitionName): string => `${p.day}.${p.retentionClass}`
