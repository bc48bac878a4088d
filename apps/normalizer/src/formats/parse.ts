import { parseAuditd } from './auditd.ts'
import { parseCef } from './cef.ts'
import { parseJson, readJson } from './json.ts'
import { parseKv } from './kv.ts'
import { parseLeef } from './leef.ts'
import { parseMacosText } from './macos-log.ts'
import { type Parsed, type ParseText, unparsed } from './parsed.ts'
import { parseSyslog } from './syslog.ts'
import { parseWebAccess } from './web-access.ts'
import { createWindowsXmlParser } from './windows-xml.ts'

/** Parses a raw log in the format that its source declares, or in the format that it has. Never throws. */
export type Parse = (raw: string, format: string) => Parsed

export function createParse(): Parse {
  const parseXml = createWindowsXmlParser()
  const fromJson: ParseText = text => parseJson(readJson(text))
  const formats: Readonly<Record<string, readonly ParseText[]>> = {
    syslog: [parseSyslog],
    json: [fromJson],
    windows_event: [fromJson, parseXmlText],
    cef: [parseCef],
    leef: [parseLeef],
    auditd: [parseAuditd],
    web_access: [parseWebAccess],
    kv: [parseKv],
    macos_log: [fromJson, parseMacosText],
    cloudtrail: [fromJson],
  }
  function parseXmlText(text: string): Parsed | undefined {
    return text.charCodeAt(0) === 60 && text.includes('<Event') ? parseXml(text) : undefined
  }

  /**
   * Detects the format. Formats with the clearest marks are tried first; plain syslog is the last of the lines with a
   * header.
   */
  function detect(text: string): Parsed | undefined {
    const first = text.charCodeAt(0)
    if (first === 123 || first === 91) {
      const parsed = fromJson(text)
      if (parsed) return parsed
    }
    if (first === 60) {
      const parsed = parseXmlText(text)
      if (parsed) return parsed
    }
    const head = text.length > 2048 ? text.slice(0, 2048) : text
    if (head.includes('CEF:')) {
      const parsed = parseCef(text)
      if (parsed) return parsed
    }
    if (head.includes('LEEF:')) {
      const parsed = parseLeef(text)
      if (parsed) return parsed
    }
    if (head.includes('msg=audit(')) {
      const parsed = parseAuditd(text)
      if (parsed) return parsed
    }
    if (head.includes('] "')) {
      const parsed = parseWebAccess(text)
      if (parsed) return parsed
    }
    return parseMacosText(text) ?? parseLine(text)
  }

  /** Syslog, or `key=value` pairs for a line without a syslog tag; the reading with the higher confidence wins. */
  function parseLine(text: string): Parsed | undefined {
    const syslog = parseSyslog(text)
    if (syslog?.status === 'parsed') return embedded(syslog) ?? syslog
    const pairs = text.includes('=') ? parseKv(text) : undefined
    if (pairs && pairs.confidence >= (syslog?.confidence ?? 0)) return pairs
    return syslog ? (embedded(syslog) ?? syslog) : undefined
  }

  /** JSON or a Windows event in XML as the whole message of a syslog line: its fields are added to host and program. */
  function embedded(syslog: Parsed): Parsed | undefined {
    const { message, ...header } = syslog.fields as Record<string, unknown>
    if (typeof message !== 'string') return undefined
    if (message.startsWith('<Event')) {
      const event = parseXmlText(message)
      return event && { ...event, fields: { ...header, ...event.fields }, at: event.at ?? syslog.at }
    }
    const start = /^(?:@cee: ?)?(?=\{)/.exec(message)
    const inner = start && parseJson(readJson(message.slice(start[0].length).trim()))
    if (!inner) return undefined
    return { ...inner, fields: { ...header, ...inner.fields }, at: inner.at ?? syslog.at }
  }

  return (raw, format) => {
    const text = trim(raw)
    if (text === '') return unparsed(raw)
    for (const parser of formats[format] ?? []) {
      const parsed = parser(text)
      if (parsed) return format === 'syslog' ? refine(text, parsed) : parsed
    }
    return detect(text) ?? unparsed(text)
  }

  /** After its header, a syslog source may also send CEF, LEEF, auditd, an access log or JSON. */
  function refine(text: string, syslog: Parsed): Parsed {
    const better = detect(text)
    return better && better.format !== 'kv' && better.format !== 'macos_log' ? better : syslog
  }
}

/** Removes a byte order mark and the line ends of the transport. */
function trim(raw: string): string {
  const text = raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw
  return text.replace(/^[\r\n]{1,8}/, '').trimEnd()
}
