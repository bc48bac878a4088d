/**
 * The `key=value` list of CEF. Values may contain spaces and end at the next ` key=`; `\=`, `\\`, `\n`, `\r` are
 * escapes. A `=` without a key before it belongs to the value, because many senders forget to escape it.
 */
export function readExtension(text: string): Record<string, string> {
  const out: Record<string, string> = {}
  const keys = [...text.matchAll(/(?:^|[ \t])([A-Za-z_][\w.-]{0,127}(?:\[\d{1,5}\])?)=/g)].slice(0, 512)
  for (const [index, key] of keys.entries()) {
    const start = key.index + key[0].length
    const value = text.slice(start, keys[index + 1]?.index ?? text.length)
    if (key[1] !== '__proto__') out[key[1]!] = unescapeExtension(value.trim())
  }
  return out
}

function unescapeExtension(value: string): string {
  if (!value.includes('\\')) return value
  return value.replace(/\\([\\=nrt|])/g, (_, c: string) => (c === 'n' ? '\n' : c === 'r' ? '\r' : c === 't' ? '\t' : c))
}
