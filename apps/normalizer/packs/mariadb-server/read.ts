import type { Fields } from '../../src/packs/kit.ts'

/** `2026-11-21  9:29:58 8 [Warning] …`. */
const ERROR_LOG = /^(\d{4}-\d\d-\d\d {1,2}\d{1,2}:\d\d:\d\d) (\d{1,20}) \[(\w{1,12})\] ([\s\S]*)$/
/**
 * `[time,]serverhost,username,host,connectionid,queryid,operation,database,object,retcode`. The statement is in single
 * quotes and may hold commas; the numbers around it are the server's.
 */
const AUDIT =
  /^(?:(\d{8} \d\d:\d\d:\d\d|\d{16}),)?([\w.-]{1,255}),([^,]{0,128}),([\w.:%-]{0,255}),(\d{1,20}),(\d{1,20}),([A-Z_]{4,16}),([^,]{0,64}),(?:'((?:[^'\\]|\\[\s\S]){0,16384})'|([^,']{0,128})),(\d{0,10})(?:,\S{0,32})?$/

export function readMariadb(text: string): Fields | undefined {
  const said = ERROR_LOG.exec(text)
  if (said) return { timestamp: said[1]!.replace(/ {2}/, ' '), thread: said[2], level: said[3], message: said[4] }
  const row = AUDIT.exec(text)
  if (!row) return undefined
  const [, timestamp, serverhost, username, client, connectionid, queryid, operation, database, query, table, retcode] =
    row
  const all = {
    timestamp,
    serverhost,
    username,
    client,
    connectionid,
    queryid,
    operation,
    database,
    query,
    table,
    retcode,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== ''))
}
