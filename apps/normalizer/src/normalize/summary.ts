import type { Flat, FlatValue } from './fields.ts'

const MAX_VALUE = 2048

function valueText(value: FlatValue | undefined): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : String(value)
  return text === '-' ? '' : text.length > MAX_VALUE ? text.slice(0, MAX_VALUE) : text
}

/** Describes the fields of an event in words. */
export type Sentence = (fields: Flat) => string

/**
 * A sentence made of parts such as `'by {Image}'`. `{Field}` is replaced by the field's value. A part whose fields are
 * all blank is left out; a part without fields always stays.
 */
export function template(...parts: readonly string[]): Sentence {
  const compiled = parts.map(text => {
    const pieces = text.split(/\{([^}]+)\}/)
    return { literals: pieces.filter((_, i) => i % 2 === 0), names: pieces.filter((_, i) => i % 2 === 1) }
  })
  return fields => {
    let out = ''
    for (const { literals, names } of compiled) {
      let part = literals[0] ?? ''
      let any = names.length === 0
      for (let index = 0; index < names.length; index++) {
        const name = names[index]!
        const text = Object.hasOwn(fields, name) ? valueText(fields[name]) : ''
        if (text !== '') any = true
        // An account without a domain also loses its backslash.
        part += text === '' && literals[index + 1] === '\\' ? '' : text + (literals[index + 1] ?? '')
      }
      if (any) out += out === '' ? part : ` ${part}`
    }
    return out
  }
}

/** `name=value` of every scalar field in order, for events without known content. */
export function listing(fields: Flat, skip: ReadonlySet<string>, max = 4096): string {
  let out = ''
  for (const name in fields) {
    if (skip.has(name)) continue
    const text = valueText(fields[name])
    if (text === '') continue
    out += `${out === '' ? '' : ' '}${name}=${text}`
    if (out.length >= max) break
  }
  return out
}
