import type { Fields } from '../../src/packs/kit.ts'

/** `2026-11-21T09:29:58.123456Z 8 [Note] [MY-010926] [Server] …`; version 5.7 has no code and no subsystem. */
const LINE =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}(?:Z|[+-]\d\d:\d\d)) (\d{1,20}) \[(\w{1,12})\] (?:\[(MY-\d{1,6})\] \[(\w{1,32})\] )?([\s\S]*)$/

export function readMysql(text: string): Fields | undefined {
  const match = LINE.exec(text)
  if (!match) return undefined
  const [, time, thread, level, err_code, subsystem, message] = match
  return { time, thread, level, ...(err_code && { err_code, subsystem }), message }
}
