import { hasHexChecksum } from './checksums.ts'
import { ALNUM, BASE64, format, HEX, type TokenFormat, URL64, UUID } from './token-format.ts'

const NEW_RELIC = 'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys/'
const GRAFANA = 'https://grafana.com/docs/grafana/latest/administration/service-accounts/'
const SENTRY = 'https://docs.sentry.io/account/auth-tokens/'
const key = { type: 'api_key' } as const

export const monitoring: readonly TokenFormat[] = [
  format('new_relic_user', 'New Relic', ['NRAK-', 'NRRA-'], '[A-Z0-9a-f]{27,42}', NEW_RELIC, key),
  format('new_relic_insights', 'New Relic', ['NRII-', 'NRIQ-', 'NRSP-'], `${URL64}{32}`, NEW_RELIC, key),
  format('new_relic_browser', 'New Relic', ['NRJS-', 'NRBR-'], `${HEX}{19}`, NEW_RELIC, key),
  format('new_relic_licence', 'New Relic', ['FFFFNRAL', 'NRAL'], '', NEW_RELIC, {
    ...key,
    head: { chars: '[0-9a-fx]', min: 32, max: 36 },
  }),
  format(
    'dynatrace',
    'Dynatrace',
    ['dt0c01.', 'dt0e01.', 'dt0s01.', 'dt0s02.', 'dt0s03.', 'dt0s04.', 'dt0s06.', 'dt0s08.', 'dt0s16.'],
    '[A-Z0-9]{8,24}\\.[A-Z0-9]{64}',
    'https://docs.dynatrace.com/docs/dynatrace-api/basics/dynatrace-api-authentication',
  ),
  format('grafana_service_account', 'Grafana', 'glsa_', `${ALNUM}{32}_${HEX}{8}`, GRAFANA, { verify: hasHexChecksum }),
  format(
    'grafana_cloud',
    'Grafana Cloud',
    'glc_',
    `${BASE64}{32,512}={0,3}`,
    'https://grafana.com/docs/grafana-cloud/account-management/authentication-and-permissions/access-policies/',
  ),
  format('grafana_old', 'Grafana', 'eyJrIjoi', `${BASE64}{60,512}={0,3}`, GRAFANA),
  format('sentry_organisation', 'Sentry', 'sntrys_', '[\\w+/=-]{40,512}', SENTRY),
  format('sentry_user', 'Sentry', ['sntryu_', 'sntrya_', 'sntryi_'], `${HEX}{64}`, SENTRY),
  format(
    'honeycomb',
    'Honeycomb',
    ['hcaik_', 'hcbik_', 'hccik_', 'hcxik_', 'hcalk_', 'hcxlk_', 'hcamk_', 'hcxmk_'],
    '[a-z0-9]{40,64}',
    'https://docs.honeycomb.io/configure/environments/manage-api-keys/',
    key,
  ),
  format(
    'coralogix',
    'Coralogix',
    ['cxtp_', 'cxup_'],
    `${ALNUM}{30}`,
    'https://coralogix.com/docs/user-guides/account-management/api-keys/api-keys/',
    { ...key, entropy: 2.5 },
  ),
  format('axiom', 'Axiom', ['xaat-', 'xapt-'], UUID, 'https://axiom.co/docs/reference/tokens'),
  format(
    'checkly',
    'Checkly',
    'cu_',
    `${HEX}{32}`,
    'https://www.checklyhq.com/docs/accounts-and-users/creating-api-key/',
    key,
  ),
  format('posthog', 'PostHog', ['phx_', 'phs_', 'phc_'], `${ALNUM}{40,56}`, 'https://posthog.com/docs/api'),
  format('segment', 'Segment', 'sgp_', `${ALNUM}{64}`, 'https://segment.com/docs/api/public-api/'),
  format(
    'logfire',
    'Pydantic Logfire',
    ['pylf_v1_', 'pylf_v2_'],
    `[a-z]{2}_${ALNUM}{43}`,
    'https://logfire.pydantic.dev/docs/how-to-guides/create-write-tokens/',
  ),
  format(
    'langsmith',
    'LangSmith',
    ['lsv2_pt_', 'lsv2_sk_'],
    `${HEX}{32}_${HEX}{10}`,
    'https://docs.smith.langchain.com/administration/how_to_guides/organization_management/create_account_api_key',
    key,
  ),
  format('censys', 'Censys', 'censys_', `${ALNUM}{8}_${ALNUM}{24}`, 'https://docs.censys.com/reference/get-started'),
]
