import { type Draft, definePack, httpActivity, type Kind, type Source } from '../../src/packs/kit.ts'

/** Addresses of Salesforce itself are written as a text, which is none. */
const CLIENT = {
  SOURCE_IP: 'src_endpoint.ip',
  CLIENT_IP: 'src_endpoint.ip',
  SourceIp: 'src_endpoint.ip',
  USER_AGENT: 'http_request.user_agent',
} as const
const ACTOR = {
  USER_NAME: 'actor.user',
  Username: 'actor.user',
  USER_ID_DERIVED: 'actor.user.uid',
  USER_ID: 'actor.user.uid',
  UserId: 'actor.user.uid',
  ...CLIENT,
} as const
const USER = {
  USER_NAME: 'user',
  Username: 'user',
  USER_ID_DERIVED: 'user.uid',
  USER_ID: 'user.uid',
  UserId: 'user.uid',
  SESSION_KEY: 'session.uid',
  SessionKey: 'session.uid',
  ...CLIENT,
} as const

/** Only one word says that a login succeeded; any other is why it did not. */
const ended = (source: Source, draft: Draft): void => {
  const status = source.first('LOGIN_STATUS', 'Status')
  if (status === undefined) return
  const good = status === 'LOGIN_NO_ERROR' || status === 'Success'
  draft.end(good ? 'success' : 'failure')
  if (!good) draft.set('status_detail', status).atLeast(2)
}
const login: Kind = {
  title: 'Login',
  class: 'authentication',
  activity: 1,
  map: USER,
  facts: { 'service.name': 'Salesforce' },
  also: ended,
}
const REQUEST: Kind['ends'] = { by: 'REQUEST_STATUS', success: ['S'], failure: ['F', 'N'], refused: ['A'] }
const METHODS: Readonly<Record<string, number>> = { POST: 1, GET: 2, HEAD: 2, PATCH: 3, PUT: 3, DELETE: 4 }
const api = (title: string): Kind => ({
  title,
  class: 'api_activity',
  activity: { by: ['METHOD', 'HTTP_METHOD'], words: METHODS, else: 0 },
  ends: REQUEST,
  map: {
    METHOD_NAME: 'api.operation',
    METHOD: 'api.operation',
    OPERATION: 'api.operation',
    API_TYPE: 'api.service.name',
    API_VERSION: 'api.version',
    STATUS_CODE: 'api.response.code',
    URI: 'http_request.url.path',
    ENTITY_NAME: 'resources.name',
    ...ACTOR,
  },
  also: (source, draft) => {
    const code = Number(source.text('STATUS_CODE'))
    if (draft.outcome === 'unknown' && code >= 100) draft.end(code < 400 ? 'success' : 'failure')
  },
})
const report = (title: string, activity: number): Kind => ({
  title,
  class: 'web_resources_activity',
  activity,
  map: {
    DASHBOARD_ID_DERIVED: 'web_resources.uid',
    REPORT_ID_DERIVED: 'web_resources.uid',
    REPORT_ID: 'web_resources.uid',
    URI: 'web_resources.url_string',
    REPORT_DESCRIPTION: 'web_resources.name',
    ...ACTOR,
  },
  facts: { 'web_resources.type': 'report' },
})

export const pack = definePack({
  id: 'salesforce-event-log',
  vendor: 'Salesforce',
  product: 'Event Log',
  names: ['Salesforce', 'EventLogFile', 'Event Monitoring'],
  docs: [
    'https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/sforce_api_objects_eventlogfile_supportedeventtypes.htm',
    'https://developer.salesforce.com/docs/atlas.en-us.platform_events.meta/platform_events/sforce_api_objects_loginevent.htm',
  ],
  send: 'EventLogFile rows as one JSON object each (with the names of the columns), or LoginEvent of real-time event monitoring.',
  marks: {
    keys: [
      ['TIMESTAMP_DERIVED', 'EVENT_TYPE'],
      ['ORGANIZATION_ID', 'EVENT_TYPE', 'USER_ID'],
      ['EventIdentifier', 'Username', 'LoginUrl'],
      ['EventIdentifier', 'Username', 'LoginType'],
      ['LoginKey', 'SourceIp', 'Username'],
    ],
  },
  time: ['TIMESTAMP_DERIVED', 'EventDate', 'TIMESTAMP', 'CreatedDate'],
  kind: source => {
    const type = source.text('EVENT_TYPE')
    if (type !== undefined) return type
    return source.first('LoginType', 'LoginUrl') === undefined ? undefined : 'Login'
  },
  map: { REQUEST_ID: 'metadata.correlation_uid', EventIdentifier: 'metadata.uid', EVENT_TYPE: 'metadata.event_code' },
  says: [
    '{EVENT_TYPE}',
    '{LoginType}',
    'by {USER_NAME}{Username}',
    'from {SOURCE_IP}{SourceIp}',
    'client {CLIENT_IP}',
    '{METHOD}',
    '{URI}',
    '{LOGIN_STATUS}{Status}',
  ],
  kinds: {
    Login: login,
    LoginAs: {
      title: 'Administrator logs in as somebody else',
      class: 'authentication',
      activity: 7,
      severity: 3,
      map: {
        DELEGATED_USERNAME: 'user',
        DELEGATED_USER_NAME: 'user',
        DELEGATED_USER_ID_DERIVED: 'user.uid',
        DELEGATED_USER_ID: 'user.uid',
        ...ACTOR,
      },
      facts: { 'service.name': 'Salesforce' },
    },
    Logout: {
      title: 'Logout',
      class: 'authentication',
      activity: 2,
      ends: 'success',
      map: USER,
      facts: { 'service.name': 'Salesforce' },
    },
    API: api('SOAP API request'),
    RestApi: api('REST API request'),
    BulkApi: api('Bulk API request'),
    ApiTotalUsage: api('API request'),
    Report: report('Report run', 2),
    ReportExport: { ...report('Report exported', 7), severity: 2 },
    URI: {
      title: 'Page asked for',
      class: 'http_activity',
      activity: 0,
      ends: REQUEST,
      map: {
        URI: 'http_request.url.path',
        METHOD: 'http_request.http_method',
        REFERRER_URI: 'http_request.referrer',
        ...ACTOR,
      },
      also: (source, draft) => draft.is('http_activity', httpActivity(source.text('METHOD'))),
    },
  },
  personal: { USER_NAME: 'user', Username: 'user', DELEGATED_USERNAME: 'user', DELEGATED_USER_NAME: 'user' },
  // Rows name the user by a number; rows of Salesforce's own requests have no address.
  lacks: ['src_endpoint', 'api', 'user', 'web_resources'],
})
