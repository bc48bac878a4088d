import { applyMapping, type Content, type Draft, type Source } from '../../src/normalize/draft.ts'
import { ACCOUNTS } from './windows-security-accounts.ts'
import { ACTIVITY } from './windows-security-activity.ts'
import { type Entries, type Entry, failureCode } from './windows-security-entry.ts'
import { LOGONS } from './windows-security-logons.ts'

const ENTRIES: Entries = { ...LOGONS, ...ACCOUNTS, ...ACTIVITY }

/** The Security log, provider Microsoft-Windows-Security-Auditing (and Eventlog for 1102). */
export const windowsSecurity: Content = (source, draft) => {
  const id = source.take('EventID')
  const entry = typeof id === 'number' ? ENTRIES[id] : undefined
  if (!entry) return false
  draft.is(...entry.is).atLeast(entry.severity ?? 1)
  for (const mapping of entry.maps) applyMapping(source, draft, mapping)
  entry.also?.(source, draft)
  end(source, draft, entry.ends)
  draft.summary = entry.says(source.fields)
  return true
}

function end(source: Source, draft: Draft, ends: Entry['ends']): void {
  if (ends === 'success' || ends === 'failure') draft.end(ends)
  else if (ends === 'refused') draft.refuse()
  else if (ends === 'allowed') draft.allow()
  else if (ends === 'status' && source.text('Status')) {
    const failed = !/^(?:0x0+|0)$/i.test(source.text('Status') ?? '')
    draft.end(failed ? 'failure' : 'success')
    if (failed) {
      draft.atLeast(2)
      failureCode(source, draft)
    }
  } else draft.end(auditOutcome(source))
}

/** The audit outcome, from bits 52 and 53 of the keywords, or from the words that shippers write for them. */
export function auditOutcome(source: Source): 'success' | 'failure' | 'unknown' {
  const word = `${source.text('Keywords') ?? ''} ${source.text('EventType') ?? ''}`
  if (/0x8010|audit[ _]failure|-9218868437227405312/i.test(word)) return 'failure'
  return /0x8020|audit[ _]success|-9214364837600034816/i.test(word) ? 'success' : 'unknown'
}
