const BEFORE = '"tenant_id":"'
/** An envelope's members before its tenant are all short. */
const WITHIN = 400

/**
 * The tenant of an event's JSON text, without parsing it: this thread only moves texts. Empty when there is none, as in
 * a text that no reader can decode.
 */
export function tenantOfLine(line: string): string {
  const head = line.slice(0, WITHIN)
  const at = head.indexOf(BEFORE)
  if (at < 0) return ''
  const from = at + BEFORE.length
  return head.slice(from, head.indexOf('"', from))
}
