import { definePack, type Fields, type Kind } from '../../src/packs/kit.ts'

const AUDIT = /^([A-Z][a-z]{2} \d{1,2}, \d{4} \d{1,2}:\d{2}:\d{2}(?:,\d{3})? [AP]M) (?=\S)/
const SERVER =
  /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.\d{3}[+-]\d{4}) \[id=(\d{1,9})\]\t([A-Z]{4,7})\t([\w.$]{1,256})#([\w$<>]{1,128}): /

/** The file of the audit trail begins with a time, the server's log also with thread, level and class. */
function read(message: string): Fields | undefined {
  if (message.startsWith('{')) return undefined
  const server = SERVER.exec(message)
  if (server) {
    const [head, time, thread, level, logger, method] = server
    return { time, thread, level, logger, method, message: message.slice(head.length) }
  }
  const audit = AUDIT.exec(message)
  return audit ? { time: audit[1], message: message.slice(audit[0].length) } : { message }
}

const SEVERITY = { by: 'level', words: { SEVERE: 4, WARNING: 3 }, else: 1 } as const
/** Who is not logged in is written as `NA` or `anonymous`. */
const NOBODY = new Set(['NA', 'anonymous', 'SYSTEM'])
const request = (title: string, severity: number): Kind => ({
  title,
  class: 'http_activity',
  activity: 0,
  severity,
  map: { path: 'http_request.url.path', query: 'http_request.url.query_string', ip: 'src_endpoint.ip' },
  also: (source, draft) => {
    const user = source.text('user')
    if (user !== undefined && !NOBODY.has(user)) draft.set('actor.user', user)
  },
})
const login = (title: string, ends: Kind['ends'], activity = 1): Kind => ({
  title,
  class: 'authentication',
  activity,
  ends,
  map: { user: 'user' },
  facts: { 'service.name': 'Jenkins' },
})
const build: Kind = {
  title: 'Build starts',
  class: 'scheduled_job_activity',
  activity: 6,
  map: { job: 'job.name', user: 'actor.user' },
}

export const pack = definePack({
  id: 'jenkins-jenkins',
  vendor: 'Jenkins',
  product: 'Jenkins',
  names: ['Audit Trail'],
  docs: [
    'https://plugins.jenkins.io/audit-trail/',
    'https://www.jenkins.io/doc/book/system-administration/viewing-logs/',
  ],
  send: 'The Audit Trail plugin to a file or to syslog (program jenkins), and the log of the server.',
  marks: {
    tags: ['jenkins'],
    heads: [
      '<t> [id=<n>]',
      '<t> /job/',
      '<t> /script',
      '<t> /scriptText',
      '<t> /configSubmit',
      '<t> /createItem',
      '<t> /manage/',
      '<t> /computer/',
      '<t> /user/',
      '<t> /quietDown',
      '<t> /exit',
      '<t> job/',
      "<t> Successful login for user '",
      "<t> Failed login attempt for user '",
      "<t> Logout for user '",
    ],
  },
  // A time and a path are not enough: it has to be written as Jenkins writes it.
  confirms: ({ fields, message }) =>
    typeof fields.program === 'string' && fields.program.toLowerCase() === 'jenkins'
      ? true
      : message !== undefined && (AUDIT.test(message) || SERVER.test(message)),
  read,
  time: ['time'],
  lines: [
    {
      // The path has no blanks, the item's name no brackets; the address comes last, whatever the user is called.
      match:
        /^(?<path>\/script(?:Text)?\/?)(?:\?(?<query>\S{0,2048}))? by (?<user>[^()]{1,256}?)(?: from (?<ip>[0-9A-Fa-f.:]{2,45}))?$/,
      ...request('Script console used', 3),
    },
    {
      match:
        /^(?<path>\/[^\s?]{0,2048})(?:\?(?<query>\S{0,2048}))?(?: \((?<item>[^()]{0,512})\))? by (?<user>[^()]{1,256}) from (?<ip>[0-9A-Fa-f.:]{2,45})$/,
      ...request('Something changed or started in the web interface', 1),
    },
    {
      match:
        /^(?<path>\/[^\s?]{0,2048})(?:\?(?<query>\S{0,2048}))?(?: \((?<item>[^()]{0,512})\))? by (?<user>[^\s()]{1,256})$/,
      ...request('Something changed or started in the web interface, as older versions write it', 1),
    },
    { match: /^Successful login for user '(?<user>.{1,256})'$/, ...login('Login', 'success') },
    { match: /^Failed login attempt for user '(?<user>.{1,256})'$/, ...login('Login failed', 'failure') },
    { match: /^Logout for user '(?<user>.{1,256})'$/, ...login('Logout', 'success', 2) },
    {
      match: /^(?<job>job\/[^\s]{1,1024}) #(?<number>\d{1,9}) Started by user (?<user>[^,[\]]{1,256}), Parameters:\[/,
      ...build,
      title: 'Build started by a user',
    },
    {
      match:
        /^(?<job>job\/[^\s]{1,1024}) #(?<number>\d{1,9}) (?<cause>Started by (?:timer|an SCM change|remote host|upstream project)[^[\]]{0,512}), Parameters:\[/,
      ...build,
      title: 'Build started by something else',
    },
    {
      match: /^Jenkins is fully up and running$/,
      title: 'Server is ready',
      class: 'application_lifecycle',
      activity: 3,
      severity: SEVERITY,
      facts: { 'app.name': 'Jenkins' },
    },
    {
      match: /^Stopping Jenkins$/,
      title: 'Server stops',
      class: 'application_lifecycle',
      activity: 4,
      severity: SEVERITY,
      facts: { 'app.name': 'Jenkins' },
    },
  ],
  // The file of the audit trail does not name its machine.
  lacks: ['device'],
})
