import { XMLParser } from 'fast-xml-parser'
import type { Parsed } from './parsed.ts'
import { nested } from './windows-event.ts'

type Json = Record<string, unknown>

/** XML's five entities and character references. Entities that a document declares are never expanded. */
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name) return NAMED[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const MAX_DEPTH = 64

/**
 * A parser for one Windows event as XML text (`<Event xmlns=…>`), with or without a prolog, or wrapped in `<Events>`.
 */
export function createWindowsXmlParser(): (text: string) => Parsed | undefined {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    textNodeName: '#text',
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    trimValues: false,
    removeNSPrefix: true,
    tagValueProcessor: (_name, value) => decodeEntities(value),
    attributeValueProcessor: (_name, value) => decodeEntities(value),
  })
  return text => {
    if (text.includes('<!DOCTYPE') || text.includes('<!ENTITY') || deeper(text)) return undefined
    try {
      const document = parser.parse(text) as Json
      const holder = (document.Events as Json | undefined) ?? document
      const found = holder.Event
      const event = (Array.isArray(found) ? found[0] : found) as Json | undefined
      if (typeof event !== 'object' || event === null || typeof event.System !== 'object') return undefined
      return nested(withoutBlanks(event), 'windows_xml')
    } catch {
      return undefined
    }
  }
}

/** Whether elements are nested deeper than in any real event. Counts only tags. */
function deeper(text: string): boolean {
  let depth = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text[at + 1]
    if (next === '/') depth--
    else if (next !== '?' && next !== '!' && ++depth > MAX_DEPTH * 8) return true
  }
  return false
}

/** White space between elements is not data. */
function withoutBlanks(element: Json): Json {
  for (const [name, value] of Object.entries(element)) {
    if (name === '#text' && typeof value === 'string' && value.trim() === '' && Object.keys(element).length > 1) {
      if (Object.keys(element).some(key => key !== '#text' && !key.startsWith('@'))) delete element['#text']
      continue
    }
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) withoutBlanks(child as Json)
    }
  }
  return element
}
