import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FileFormat } from '../sqlite/database.ts'
import { SPAN_MS } from './kinds.ts'

/** One partition: the events of one day and retention class. */
export interface PartitionName {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly retentionClass: string
}

/** With all other ASCII punctuation as part of tokens, and letters beyond ASCII anyway, only white space separates them. */
const TOKENCHARS = "!#$%&''()*+,-./:;<=>?@[\\]^_`{|}~"

/**
 * `kinds`: what events are counted by (kinds.ts). `slots`: the kind of each event, in little room. `counts`: events of a kind in a span of event
 * time. `receipts`: events of a kind by the hour in which they were received.
 */
const COUNTING = `CREATE TABLE kinds (number INTEGER PRIMARY KEY, tenant INTEGER NOT NULL, kind TEXT NOT NULL, UNIQUE (tenant, kind));
    CREATE TABLE slots (slot INTEGER PRIMARY KEY, kind INTEGER NOT NULL);
    CREATE TABLE counts (tenant INTEGER NOT NULL, span INTEGER NOT NULL, kind INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (tenant, span, kind)) WITHOUT ROWID;
    CREATE TABLE receipts (tenant INTEGER NOT NULL, hour INTEGER NOT NULL, kind INTEGER NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (tenant, hour, kind)) WITHOUT ROWID`

/** Counts the existing events from the documents: some 10 s per million events, once. */
const KIND_OF_DOC = `json_array(CASE doc ->> '$.severity' WHEN 'low' THEN 2 WHEN 'medium' THEN 3 WHEN 'high' THEN 4 WHEN 'critical' THEN 5 ELSE 1 END,
  coalesce(doc ->> '$.category', ''), coalesce(doc ->> '$.event_type', ''), coalesce(doc ->> '$.log_source_id', ''), doc ->> '$.asset_id')`
const FROM_VERSION_1 = `ALTER TABLE events ADD COLUMN origin TEXT;
  ${COUNTING};
  INSERT INTO kinds (tenant, kind) SELECT DISTINCT tenant, ${KIND_OF_DOC} FROM events;
  INSERT INTO slots SELECT e.slot, k.number FROM events e JOIN kinds k ON k.tenant = e.tenant AND k.kind = ${KIND_OF_DOC.replaceAll('doc ', 'e.doc ')};
  INSERT INTO counts SELECT e.tenant, CAST(floor(e.time / ${SPAN_MS}.0) AS INTEGER), s.kind, count(*) FROM events e JOIN slots s USING (slot) GROUP BY 1, 2, 3;
  INSERT INTO receipts SELECT e.tenant, CAST(coalesce(strftime('%s', e.doc ->> '$.ingested_at'), 0) AS INTEGER) / 3600, s.kind, count(*)
    FROM events e JOIN slots s USING (slot) GROUP BY 1, 2, 3`

/**
 * `events`: the documents by slot; `origin` is the delivery that stored them. `ids`: the slot of an event id, by the
 * hash of tenant and id. `crowded`: keys whose rows are unordered. `words`: which slots have a token, and nothing else.
 */
export const PARTITION_FORMAT: FileFormat = {
  version: 2,
  schema: `CREATE TABLE events (slot INTEGER PRIMARY KEY, time INTEGER NOT NULL, tenant INTEGER NOT NULL, event_id TEXT NOT NULL, doc TEXT NOT NULL, origin TEXT);
    CREATE TABLE ids (hash INTEGER NOT NULL, slot INTEGER NOT NULL, PRIMARY KEY (hash, slot)) WITHOUT ROWID;
    CREATE TABLE tenants (number INTEGER PRIMARY KEY, tenant TEXT NOT NULL UNIQUE);
    CREATE TABLE crowded (key INTEGER PRIMARY KEY);
    ${COUNTING};
    CREATE VIRTUAL TABLE words USING fts5 (tokens, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '${TOKENCHARS}'");
    INSERT INTO words (words, rank) VALUES ('pgsz', 8000);
    INSERT INTO words (words, rank) VALUES ('automerge', 8);
    INSERT INTO words (words, rank) VALUES ('crisismerge', 32);
    INSERT INTO words (words, rank) VALUES ('hashsize', 16777216)`,
  migrations: [FROM_VERSION_1],
  pragmas: 'PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -16384',
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const CLASS = /^[a-z0-9_-]{1,32}$/

/** Whether a file may have this name. */
export const isPartitionName = (p: PartitionName): boolean => DAY.test(p.day) && CLASS.test(p.retentionClass)

/** A partition that has a file. */
export interface PartitionAt extends PartitionName {
  /** Lower-case letters and digits; unique, even among partitions of the same day and class. */
  readonly id: string
  /** Path within the index's folder. No two partitions ever have the same. */
  readonly file: string
}

/** A partition to create. */
export function newPartition({ day, retentionClass }: PartitionName): PartitionAt {
  const id = randomBytes(10).toString('hex')
  return { day, retentionClass, id, file: `${day.slice(0, 7)}/${day}.${retentionClass}.${id}.sqlite` }
}

/** Its file once it is compact. */
export const compactFile = (p: PartitionAt): string =>
  `${p.day.slice(0, 7)}/${p.day}.${p.retentionClass}.${p.id}.warm.sqlite`

export const partitionPath = (folder: string, p: Pick<PartitionAt, 'file'>): string => join(folder, p.file)

export const partitionKey = (p: PartitionName): string => `${p.day}.${p.retentionClass}`
