import { ALNUM, BASE64, format, HEX, type TokenFormat, URL64 } from './token-format.ts'

export const databases: readonly TokenFormat[] = [
  format(
    'databricks',
    'Databricks',
    ['dapi', 'dose', 'dkea'],
    `${HEX}{32}(?:-\\d{1,2})?`,
    'https://docs.databricks.com/aws/en/dev-tools/auth/pat',
  ),
  format(
    'confluent',
    'Confluent',
    'cflt',
    `${BASE64}{60}`,
    'https://docs.confluent.io/cloud/current/security/authenticate/workload-identities/service-accounts/api-keys/overview.html',
    { type: 'api_key', entropy: 3 },
  ),
  format(
    'planetscale',
    'PlanetScale',
    ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'],
    '[\\w.=-]{32,64}',
    'https://planetscale.com/docs/concepts/service-tokens',
  ),
  format(
    'supabase',
    'Supabase',
    'sbp_',
    '(?:v0_)?[0-9a-f]{40}',
    'https://supabase.com/docs/reference/api/introduction',
  ),
  format('supabase_secret', 'Supabase', 'sb_secret_', `${URL64}{31}`, 'https://supabase.com/docs/guides/api/api-keys', {
    type: 'api_key',
  }),
  format('neon', 'Neon', 'napi_', '[a-z0-9]{60,70}', 'https://neon.com/docs/manage/api-keys', { type: 'api_key' }),
  format(
    'mongodb_atlas',
    'MongoDB Atlas',
    'mdb_sa_sk_',
    `${URL64}{40}`,
    'https://www.mongodb.com/docs/atlas/configure-api-access/',
  ),
  format('aiven', 'Aiven', 'AVNS_', `${URL64}{19}`, 'https://aiven.io/docs/platform/concepts/service-password', {
    type: 'password',
  }),
  format(
    'elastic_cloud',
    'Elastic Cloud',
    'essu_',
    '[\\w+/=-]{40,120}',
    'https://www.elastic.co/docs/deploy-manage/api-keys/elastic-cloud-api-keys',
    { type: 'api_key' },
  ),
  format(
    'influxdb',
    'InfluxDB',
    'apiv3_',
    `${URL64}{40,120}={0,2}`,
    'https://docs.influxdata.com/influxdb3/core/admin/tokens/',
  ),
  format(
    'clickhouse_cloud',
    'ClickHouse Cloud',
    '4b1d',
    `${ALNUM}{38}`,
    'https://clickhouse.com/docs/cloud/manage/openapi',
    { type: 'api_key', entropy: 3.2 },
  ),
  format(
    'cockroach_cloud',
    'CockroachDB Cloud',
    'CCDB1_',
    `${ALNUM}{22}_${ALNUM}{40}`,
    'https://www.cockroachlabs.com/docs/cockroachcloud/managing-access',
  ),
]
