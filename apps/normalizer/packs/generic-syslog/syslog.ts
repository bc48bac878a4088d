import { severityOfWord } from '../../src/normalize/severity.ts'
import type { ReadMessage } from '../../src/packs/read-message.ts'
import { netfilter } from '../linux-netfilter/netfilter.ts'

/** A line of a program that no pack knows: a firewall's if it has no program, else its message as it is. */
export const syslog: ReadMessage = (message, draft, source) => {
  if (source.text('program') !== undefined) return false
  if (!netfilter(message, draft, source)) draft.atLeast(levelOf(message))
  return true
}

/** The level at the start of an application log: `ERROR [main] …`, `[warn] …`. */
function levelOf(message: string): number {
  return severityOfWord(/^\[?([A-Za-z]{3,11})\]?(?=[\s:])/.exec(message)?.[1]) ?? 1
}
