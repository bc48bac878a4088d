import { type Timestamp, timestampOf } from '../normalize/timestamps.ts'
import type { Parsed } from './parsed.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member by its name, ignoring case (`Event`, `event`). */
function member(object: Json, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name]
  const lower = name.charAt(0).toLowerCase() + name.slice(1)
  return Object.hasOwn(object, lower) ? object[lower] : undefined
}

/**
 * The attributes of an element of EVTX JSON: `{"@Name": …}`, `{"#attributes": {…}}`, `{"$": {…}}`, `{"_Name": …}` or
 * plain members.
 */
function attribute(element: unknown, name: string): unknown {
  if (!isObject(element)) return undefined
  for (const holder of [element['#attributes'], element.$, element['@attributes'], element.attributes]) {
    if (isObject(holder) && member(holder, name) !== undefined) return member(holder, name)
  }
  return element[`@${name}`] ?? element[`_${name}`] ?? member(element, name)
}

/** The text of an element: the value itself, or its `#text`. */
function textOf(element: unknown): unknown {
  if (!isObject(element)) return element
  return element['#text'] ?? element._ ?? element.$text ?? element.Value ?? element.value
}

const number = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value.trim()) ? Number(value) : value

/** Tries the shapes in which JSON carries a Windows event, in order; undefined if none fits. */
export function parseWindowsJson(object: Json): Parsed | undefined {
  const event = member(object, 'Event')
  if (isObject(event) && isObject(member(event, 'System'))) return nested(event, 'evtx_json')
  if (isObject(object.System) && ('EventData' in object || 'UserData' in object)) return nested(object, 'evtx_json')
  const winlog = object.winlog ?? unflatten(object, 'winlog.')
  if (isObject(winlog) && (winlog.event_id !== undefined || isObject(winlog.event_data))) {
    return winlogbeat(object, winlog)
  }
  const data = isObject(object.data) ? object.data : undefined
  const win = object.win ?? data?.win
  if (isObject(win) && isObject(win.system)) return wazuh(win, object)
  return flat(object)
}

/** Collects members such as `winlog.a.b` into one object, for senders that write dotted names. */
function unflatten(object: Json, prefix: string): Json | undefined {
  if (!(`${prefix}event_id` in object)) return undefined
  const out: Json = {}
  const data: Json = {}
  for (const [key, value] of Object.entries(object)) {
    if (!key.startsWith(prefix)) continue
    const name = key.slice(prefix.length)
    if (name.startsWith('event_data.')) data[name.slice(11)] = value
    else out[name] = value
  }
  return { ...out, event_data: data }
}

/** Builds the result. The names in `fields` come first; the time is the first value that can be read as one. */
function windowsEvent(parser: string, fields: Json, times: readonly unknown[]): Parsed {
  let at: Timestamp | undefined
  for (const time of times) {
    at = timestampOf(time)
    if (at) break
  }
  const known = fields.EventID !== undefined
  return {
    format: 'windows_event',
    parser,
    status: known ? 'parsed' : 'partial',
    confidence: known ? 0.98 : 0.6,
    content: 'windows',
    fields,
    at,
  }
}

/** `{EventID, Channel, …}`, as NXLog and exporters of EVTX files write it. */
function flat(object: Json): Parsed | undefined {
  const id = number(
    textOf(object.EventID ?? object.EventId ?? object.event_id ?? object['Event ID'] ?? object.EventCode),
  )
  const provider =
    object.Provider_Name ?? object.ProviderName ?? object.SourceName ?? object['Source Name'] ?? object.Provider
  const channel = object.Channel ?? object.channel ?? object.LogName
  if (typeof id !== 'number') return undefined
  if (channel === undefined && provider === undefined && !TELLING.some(name => Object.hasOwn(object, name)))
    return undefined
  const fields: Json = { ...object, EventID: id }
  // The data may still be in an object or a text of its own.
  for (const name of ['EventData', 'UserData', 'event_data']) if (isObject(object[name])) addData(fields, object[name])
  if (typeof provider === 'string') fields.Provider_Name ??= provider
  const computer = object.Computer ?? object.Hostname ?? object.ComputerName ?? object.MachineName
  if (typeof computer === 'string') fields.Computer ??= computer
  if (typeof channel === 'string') fields.Channel ??= channel
  return windowsEvent('windows_flat', fields, [
    object.SystemTime,
    textOf(object.TimeCreated) ?? attribute(object.TimeCreated, 'SystemTime'),
    attribute(object.TimeCreated, 'SystemTime'),
    object['@timestamp'],
    utc(object.UtcTime),
    object.EventTime,
    object.TimeGenerated,
    object.timestamp,
    object.EventReceivedTime,
  ])
}

/** Field names that only Windows events have, for exports without channel and provider. */
const TELLING = [
  'EventRecordID',
  'UtcTime',
  'ProcessGuid',
  'SourceProcessGUID',
  'SubjectUserName',
  'TargetUserName',
  'SubjectUserSid',
  'ProviderGuid',
]

/** Sysmon's UtcTime has no zone: it is UTC by definition. */
const utc = (time: unknown): unknown => (typeof time === 'string' && /\d$/.test(time) ? `${time}Z` : time)

/** `{System, EventData | UserData}`: EVTX as JSON, or Windows' own XML. */
export function nested(event: Json, parser: string): Parsed {
  const system = (member(event, 'System') ?? {}) as Json
  const fields = systemFields(system)
  const eventData = member(event, 'EventData')
  const userData = member(event, 'UserData')
  if (eventData !== undefined && eventData !== null) addData(fields, eventData)
  if (isObject(userData)) addUserData(fields, userData)
  const rendering = member(event, 'RenderingInfo')
  const message = textOf(attribute(rendering, 'Message')) ?? member(event, 'Message')
  if (typeof message === 'string') fields.Message ??= message
  return windowsEvent(parser, fields, [fields.SystemTime, utc(fields.UtcTime), event['@timestamp']])
}

/** The header fields, under the names that Sigma's Windows pipelines use. */
function systemFields(system: Json): Json {
  const fields: Json = {}
  const set = (name: string, value: unknown) => {
    if (value !== undefined && value !== null && typeof value !== 'object') fields[name] = value
  }
  const provider = member(system, 'Provider')
  set('Provider_Name', typeof provider === 'string' ? provider : attribute(provider, 'Name'))
  set('Provider_Guid', attribute(provider, 'Guid'))
  const id = member(system, 'EventID')
  set('EventID', number(textOf(id)))
  set('Qualifiers', attribute(id, 'Qualifiers'))
  for (const name of ['Version', 'Level', 'Task', 'Opcode', 'Keywords', 'EventRecordID', 'Channel', 'Computer']) {
    set(name, textOf(member(system, name)))
  }
  const time = member(system, 'TimeCreated')
  set('SystemTime', attribute(time, 'SystemTime') ?? textOf(time))
  const execution = member(system, 'Execution')
  set('Execution_ProcessID', attribute(execution, 'ProcessID'))
  set('Execution_ThreadID', attribute(execution, 'ThreadID'))
  set('Security_UserID', attribute(member(system, 'Security'), 'UserID'))
  set('Correlation_ActivityID', attribute(member(system, 'Correlation'), 'ActivityID'))
  return fields
}

/**
 * EventData: named members, `Data: [{"@Name": …, "#text": …}]`, or unnamed values (`Data`, and `param1` …, as Windows
 * numbers them).
 */
function addData(fields: Json, data: unknown): void {
  if (typeof data === 'string') {
    fields.Data ??= data
    return
  }
  if (Array.isArray(data)) {
    addList(fields, data)
    return
  }
  if (!isObject(data)) return
  for (const [name, value] of Object.entries(data)) {
    if (name === 'Data') addList(fields, Array.isArray(value) ? value : [value])
    else if (name !== '#attributes' && name !== 'xmlns' && !name.startsWith('@'))
      addField(fields, name, textOf(value) ?? value)
  }
}

function addList(fields: Json, list: readonly unknown[]): void {
  const nameless: unknown[] = []
  for (const item of list.slice(0, 1024)) {
    const name = attribute(item, 'Name')
    if (typeof name === 'string' && name !== '') addField(fields, name, textOf(item) ?? '')
    else if (isObject(item) && textOf(item) === undefined) addData(fields, item)
    else if (textOf(item) !== undefined && textOf(item) !== null) nameless.push(textOf(item))
  }
  if (nameless.length === 0) return
  fields.Data ??= nameless.length === 1 ? nameless[0] : nameless
  for (const [index, value] of nameless.slice(0, 32).entries()) fields[`param${index + 1}`] ??= value
}

/** Data never overwrites the header: a `Channel` or `Level` in the data would change how the event is routed. */
function addField(fields: Json, name: string, value: unknown): void {
  if (name === '__proto__') return
  if (!Object.hasOwn(fields, name)) fields[name] = value
}

/** In UserData, an element named by the provider (`LogFileCleared`) wraps the members. */
function addUserData(fields: Json, userData: Json): void {
  for (const [name, value] of Object.entries(userData)) {
    if (name.startsWith('@') || name === '#attributes' || name === 'xmlns') continue
    if (isObject(value) && textOf(value) === undefined) addData(fields, value)
    else addField(fields, name, textOf(value) ?? value)
  }
}

/** `{winlog: {event_id, channel, event_data, …}, message, host}`. */
function winlogbeat(object: Json, winlog: Json): Parsed {
  const fields: Json = {}
  const code = isObject(object.event) ? object.event.code : object['event.code']
  const host = isObject(object.host) ? (object.host.name ?? object.host.hostname) : object['host.name']
  const header: [string, unknown][] = [
    ['EventID', number(textOf(winlog.event_id ?? code))],
    ['Channel', winlog.channel],
    ['Provider_Name', winlog.provider_name],
    ['Provider_Guid', winlog.provider_guid],
    ['Computer', winlog.computer_name ?? host],
    ['EventRecordID', winlog.record_id],
    ['Task', winlog.task],
    ['Opcode', winlog.opcode],
    ['Keywords', winlog.keywords],
    ['Level', winlog.level ?? (isObject(object.log) ? object.log.level : undefined)],
    ['Version', winlog.version],
    ['Message', object.message],
  ]
  for (const [name, value] of header) if (value !== undefined && value !== null) fields[name] = value
  if (isObject(winlog.process)) {
    fields.Execution_ProcessID = winlog.process.pid
    if (isObject(winlog.process.thread)) fields.Execution_ThreadID = winlog.process.thread.id
  }
  for (const name of ['event_data', 'user_data']) if (isObject(winlog[name])) addData(fields, winlog[name])
  addRest(fields, object, ['winlog', 'message', '@timestamp', 'ecs'])
  const created = isObject(object.event) ? object.event.created : undefined
  return windowsEvent('winlogbeat', fields, [object['@timestamp'], winlog.time_created, utc(fields.UtcTime), created])
}

/** Copies what the shipper adds to the event, unchanged. */
function addRest(fields: Json, object: Json, except: readonly string[]): void {
  for (const [name, value] of Object.entries(object)) {
    if (!except.includes(name) && !name.startsWith('winlog.')) addField(fields, name, value)
  }
}

/** `{win: {system, eventdata}}`: names begin in lower case, so the first letter is capitalized. */
function wazuh(win: Json, object: Json): Parsed {
  const system = win.system as Json
  const raised: Json = {}
  for (const [name, value] of Object.entries(system)) {
    if (name !== '__proto__') raised[WAZUH_NAMES[name] ?? raise(name)] = value
  }
  const fields: Json = { ...raised, EventID: number(raised.EventID) }
  for (const name of ['eventdata', 'eventData', 'userdata', 'userData']) {
    const data = win[name]
    if (!isObject(data)) continue
    const renamed: Json = {}
    for (const [key, value] of Object.entries(data)) if (key !== '__proto__') renamed[raise(key)] = value
    addData(fields, renamed)
  }
  addRest(fields, object, ['win', 'data'])
  return windowsEvent('wazuh', fields, [raised.SystemTime, utc(fields.UtcTime)])
}

const WAZUH_NAMES: Readonly<Record<string, string>> = {
  providerName: 'Provider_Name',
  providerGuid: 'Provider_Guid',
  processID: 'Execution_ProcessID',
  threadID: 'Execution_ThreadID',
}
const raise = (name: string): string => (/^param\d/.test(name) ? name : name.charAt(0).toUpperCase() + name.slice(1))
