import { definePack, type Fields, type Kind, type Seen, type Source, type Told } from '../../src/packs/kit.ts'

/** Zap's console: tabs between time, level, logger, caller, message and fields. */
const ZAP =
  /^(?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d{4}))\t(?<level>DEBUG|INFO|WARN|ERROR|DPANIC|PANIC|FATAL)\t(?:(?<logger>[\w.-]{1,128})\t)?(?:(?<caller>[\w./@-]{1,256}\.go:\d{1,6})\t)?(?<msg>[^\t]*)(?:\t(?<rest>\{[\s\S]*))?$/
/** Zap puts the trace of an error below it. */
const TRACE = /^([^\n]*)\n([\s\S]*)$/

function read(text: string): Fields | undefined {
  const parts = TRACE.exec(text)
  const groups = ZAP.exec(parts ? parts[1]! : text)?.groups
  if (!groups) return undefined
  const out = Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))
  return parts ? { ...out, stacktrace: parts[2] } : out
}

const LEVELS = /^(?:trace|debug|info|warn|warning|error|dpanic|panic|fatal)(?:[+-]\d{1,3})?$/i
/** What the libraries themselves write. A log with other fields may tell more, and is read by its fields instead. */
const OWN = new Set(
  'time ts timestamp level msg caller source file func function logger component stacktrace stack error err line pid'.split(
    ' ',
  ),
)
function isPlain({ fields, message }: Seen): boolean {
  if (message !== undefined) return read(message) !== undefined
  const { level, msg } = fields
  if (typeof level !== 'string' || !LEVELS.test(level) || typeof msg !== 'string') return false
  if (fields.time === undefined && fields.ts === undefined) return false
  // Many systems write time, level and msg; only these name their source as Go does.
  const source = fields.source as Fields | string | undefined
  const place = fields.caller ?? fields.file ?? (typeof source === 'object' ? source.file : source)
  if (typeof place !== 'string' || !/\.go(?::\d{1,6})?$/.test(place)) return false
  return Object.keys(fields).every(name => OWN.has(name))
}

const SEVERITY: Told = { by: 'level', words: { warn: 2, warning: 2, error: 3, dpanic: 4, panic: 4, fatal: 4 }, else: 1 }
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: ['{level}', '{logger}:', '{msg}', '{error}', '{err}'],
  ...more,
})

export const pack = definePack({
  id: 'golang-log',
  vendor: 'Go',
  product: 'Application log',
  names: ['logrus', 'zap', 'slog', 'golang'],
  docs: [
    'https://pkg.go.dev/log/slog',
    'https://pkg.go.dev/go.uber.org/zap',
    'https://pkg.go.dev/github.com/sirupsen/logrus',
  ],
  send: 'The output through a shipper, as JSON or key=value, with the place in the source (AddCaller, AddSource, ReportCaller). Without it, and with fields of the application, a log is read as any JSON.',
  marks: {
    keys: [
      ['caller', 'msg'],
      ['file', 'func', 'msg'],
      ['source', 'msg'],
    ],
    heads: ['DEBUG', 'INFO', 'WARN', 'ERROR', 'DPANIC', 'PANIC', 'FATAL'].map(level => `<t>\t${level}\t`),
  },
  confirms: isPlain,
  read,
  time: ['time', 'ts'],
  kind: (source: Source) => (/^(?:error|dpanic|panic|fatal)/i.test(source.text('level') ?? '') ? 'error' : 'message'),
  map: { level: 'metadata.log_level', logger: 'metadata.log_name', component: 'metadata.log_name' },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    message: said('Message of an application', {}),
  },
})
