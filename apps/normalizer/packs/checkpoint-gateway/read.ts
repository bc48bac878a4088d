import type { Fields } from '../../src/packs/kit.ts'

const PAIR = /\s{0,4}([A-Za-z_][\w .-]{0,63}):{1,2}"((?:[^"\\]|\\[\s\S])*)"(?:; ?|\]|$)/y
const MAX_PAIRS = 256

/** `[name:"value"; name:"value"]` of Log Exporter's syslog, or `time=1|hostname=x|…` of its Splunk format. */
export function readLogExporter(message: string): Fields | undefined {
  const text = message.trim()
  if (text.startsWith('[')) return readBrackets(text)
  return /^(?:time|hostname)=[^|]{1,128}\|/.test(text) ? readBars(text) : undefined
}

function readBrackets(text: string): Fields | undefined {
  const out: Fields = {}
  let at = 1
  for (let count = 0; count < MAX_PAIRS; count++) {
    PAIR.lastIndex = at
    const pair = PAIR.exec(text)
    if (!pair) break
    put(out, pair[1]!, pair[2]!.replace(/\\(["\\\]])/g, '$1'))
    at = PAIR.lastIndex
  }
  return at === 1 ? undefined : out
}

function readBars(text: string): Fields {
  const out: Fields = {}
  for (const pair of text.split(/(?<!\\)\|/).slice(0, MAX_PAIRS)) {
    const equals = pair.indexOf('=')
    if (equals > 0) put(out, pair.slice(0, equals), pair.slice(equals + 1).replace(/\\([=|\\])/g, '$1'))
  }
  return out
}

function put(out: Fields, name: string, value: string): void {
  if (name === '__proto__' || Object.hasOwn(out, name) || value.trim() === '' || value === '0.0.0.0') return
  out[name] = value
}
