import { definePack, type Fields, type Kind, type Source, type Told } from '../../src/packs/kit.ts'

/** `2026-11-21T09:29:58.123Z  INFO 4242 --- [app] [main] c.c.App : …`; older versions have no `T`, no zone and one bracket. */
const LINE =
  /^(?<time>\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)?) {1,2}(?<level>TRACE|DEBUG|INFO|WARN|ERROR) (?<process_id>\d{1,10}) --- (?:\[ {0,16}(?<application>[^\]]{1,64})\] )??\[ {0,16}(?<thread>[^\]]{1,64})\] (?<logger>[\w.$[\]/-]{1,128}?) {0,64}: (?<message>[\s\S]*)$/

function read(text: string): Fields | undefined {
  const groups = LINE.exec(text)?.groups
  return groups && Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== undefined))
}

const SEVERITY: Told = { by: 'level', words: { WARN: 2, ERROR: 3 }, else: 1 }
const said = (title: string, more: Partial<Kind>): Kind => ({
  title,
  class: 'base_event',
  activity: 0,
  severity: SEVERITY,
  says: ['{level} {logger}:', '{message}'],
  ...more,
})

export const pack = definePack({
  id: 'vmware-spring-boot',
  vendor: 'VMware',
  product: 'Spring Boot',
  names: ['Spring'],
  docs: ['https://docs.spring.io/spring-boot/reference/features/logging.html'],
  send: 'The output or the file of the application through a shipper that joins the lines of a stack trace.',
  marks: {
    heads: ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR'].map(level => `<t> ${level} <n> --- [`),
  },
  read,
  time: ['time'],
  kind: (source: Source) => {
    if (source.text('level') === 'ERROR') return 'error'
    const message = source.text('message') ?? ''
    return /^Started [\w$]{1,128} in [\d.]{1,16} seconds/.test(message) ? 'start' : 'message'
  },
  map: { level: 'metadata.log_level', logger: 'metadata.log_name', process_id: 'process.pid' },
  kinds: {
    error: said('Error of an application', { class: 'application_error', activity: 1 }),
    start: said('Application starts', {
      class: 'application_lifecycle',
      activity: 3,
      ends: 'success',
      also: (source, draft) => {
        draft.set('app.name', source.text('application') ?? /^Started ([\w$]+)/.exec(source.text('message') ?? '')?.[1])
      },
    }),
    message: said('Message of an application', {}),
  },
})
