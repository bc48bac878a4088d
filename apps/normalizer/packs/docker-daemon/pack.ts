import { definePack, type Fields, type Kind, readPairs } from '../../src/packs/kit.ts'

/** A container is started or stopped: what runs in it is the application. */
const CONTAINER = {
  'Actor.Attributes.name': 'app.name',
  'Actor.ID': 'app.uid',
} as const
const life = (title: string, activity: number, severity = 1): Kind => ({
  title,
  class: 'application_lifecycle',
  activity,
  ends: 'success',
  severity,
  map: CONTAINER,
  says: [
    'container {Action}',
    '{Actor.Attributes.name}',
    'image {Actor.Attributes.image}',
    'exit code {Actor.Attributes.exitCode}',
  ],
})
const thing = (title: string, activity: number, type: string): Kind => ({
  title,
  class: 'entity_management',
  activity,
  ends: 'success',
  map: { 'Actor.Attributes.name': 'entity.name', 'Actor.ID': 'entity.uid' },
  facts: { 'entity.type': type },
  says: [`${type} {Action}`, '{Actor.Attributes.name}', '{Actor.ID}'],
})
const LEVEL = { by: 'level', words: { error: 4, fatal: 5, panic: 5, warning: 3 }, else: 1 } as const

/** `time="…" level=info msg="…" key=value`, as the daemon writes it; what the Go runtime writes has no pairs. */
function read(message: string): Fields | undefined {
  if (message.startsWith('{')) return undefined
  const pairs = /^time="?\d/.test(message) ? readPairs(message) : undefined
  if (typeof pairs?.msg !== 'string' || pairs.level === undefined) return { message }
  const { msg, ...rest } = pairs
  return { ...rest, message: msg }
}

export const pack = definePack({
  id: 'docker-daemon',
  vendor: 'Docker',
  product: 'Docker Engine',
  names: ['Docker', 'dockerd', 'Moby'],
  docs: ['https://docs.docker.com/engine/daemon/logs/', 'https://docs.docker.com/reference/cli/docker/system/events/'],
  send: 'The journal or syslog of dockerd, and the lines of docker events --format json.',
  marks: {
    tags: ['dockerd', 'docker'],
    keys: [
      ['timeNano', 'Action', 'Actor', 'Type'],
      ['timeNano', 'status', 'Type', 'scope'],
    ],
  },
  read,
  time: ['timeNano', 'time'],
  kind: source => {
    const [type, action] = [source.text('Type'), source.text('Action')]
    if (type === undefined || action === undefined) return undefined
    return `${type}:${action.split(':', 1)[0]}`
  },
  kinds: {
    'container:create': life('Container created', 1),
    'container:start': life('Container started', 3),
    'container:restart': life('Container started again', 5),
    'container:die': { ...life('Container ended', 4), ends: { by: 'Actor.Attributes.exitCode', success: ['0'] } },
    'container:stop': life('Container stopped', 4),
    'container:destroy': life('Container removed', 2),
    'container:oom': { ...life('Container has no memory left', 99, 3), ends: 'failure' },
    'container:exec_start': {
      title: 'Command started in a container',
      class: 'process_activity',
      activity: 1,
      ends: 'success',
      severity: 2,
      map: {
        'Actor.Attributes.name': 'process.container.name',
        'Actor.ID': 'process.container.uid',
        'Actor.Attributes.image': 'process.container.image.name',
      },
      also: (source, draft) => {
        const action = source.text('Action') ?? ''
        draft.set('process.cmd_line', action.slice(action.indexOf(':') + 1).trim())
      },
      says: ['{Action}', 'in container {Actor.Attributes.name}', 'image {Actor.Attributes.image}'],
    },
    'image:pull': thing('Image pulled', 1, 'image'),
    'image:delete': thing('Image deleted', 4, 'image'),
    'volume:create': thing('Volume created', 1, 'volume'),
    'volume:destroy': thing('Volume deleted', 4, 'volume'),
    'network:create': thing('Network created', 1, 'network'),
    'network:destroy': thing('Network deleted', 4, 'network'),
  },
  lines: [
    {
      title: 'Daemon starts',
      match: /^(?:Starting up|Daemon has completed initialization)$/,
      class: 'application_lifecycle',
      activity: 3,
      severity: LEVEL,
      facts: { 'app.name': 'dockerd' },
    },
    {
      title: 'Daemon ends',
      match: /^(?:Processing signal '[a-z ]{1,32}'|Daemon shutdown complete)$/,
      class: 'application_lifecycle',
      activity: 4,
      severity: LEVEL,
      facts: { 'app.name': 'dockerd' },
    },
    {
      title: 'Request to the daemon failed',
      match:
        /^Handler for (?<method>[A-Z]{3,7}) (?<path>\/[^\s?]{0,2048})(?:\?(?<query>\S{0,2048}))? returned error: (?<reason>.{1,4096})$/s,
      class: 'http_activity',
      activity: {
        by: 'method',
        words: { delete: 2, get: 3, head: 4, options: 5, post: 6, put: 7, patch: 9 },
        else: 99,
      },
      ends: 'failure',
      map: {
        method: 'http_request.http_method',
        path: 'http_request.url.path',
        query: 'http_request.url.query_string',
        reason: 'status_detail',
      },
    },
    {
      title: 'Request to the daemon',
      match: /^Calling (?<method>[A-Z]{3,7}) (?<path>\/[^\s?]{0,2048})(?:\?(?<query>\S{0,2048}))?$/,
      class: 'http_activity',
      activity: {
        by: 'method',
        words: { delete: 2, get: 3, head: 4, options: 5, post: 6, put: 7, patch: 9 },
        else: 99,
      },
      map: {
        method: 'http_request.http_method',
        path: 'http_request.url.path',
        query: 'http_request.url.query_string',
      },
    },
    {
      title: 'Daemon listens',
      match: /^API listen on (?<address>.{1,256})$/,
      class: 'application_lifecycle',
      activity: 99,
      facts: { 'app.name': 'dockerd' },
    },
    {
      title: 'Container did not end by itself',
      match: /^Container failed to exit within (?<after>[\w.]{1,16}) of signal (?<signal>\d{1,3}) - using the force$/,
      class: 'application_lifecycle',
      activity: 4,
      severity: 2,
      map: { container: 'app.uid' },
    },
  ],
  // An event of the engine names neither its machine nor who asked for it.
  lacks: ['actor', 'device'],
})
