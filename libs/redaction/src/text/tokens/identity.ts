import { ALNUM, format, HEX, type TokenFormat, URL64 } from './token-format.ts'

const LINKEDIN = 'https://learn.microsoft.com/en-us/linkedin/shared/authentication/authentication'

export const identity: readonly TokenFormat[] = [
  format(
    'okta',
    'Okta',
    'SSWS ',
    `${URL64}{36,64}`,
    'https://developer.okta.com/docs/guides/create-an-api-token/main/',
  ),
  format(
    'stytch',
    'Stytch',
    ['secret-live-', 'secret-test-'],
    `[\\w=-]{32,64}`,
    'https://stytch.com/docs/api/overview',
  ),
  format('jumpcloud', 'JumpCloud', 'jca_', `${ALNUM}{32,48}`, 'https://docs.jumpcloud.com/api/2.0/index.html', {
    type: 'api_key',
    entropy: 2.5,
  }),
  format(
    'facebook',
    'Meta',
    'EAA',
    `${ALNUM}{80,512}`,
    'https://developers.facebook.com/docs/facebook-login/guides/access-tokens',
    { entropy: 3 },
  ),
  format(
    'instagram',
    'Instagram',
    ['IGQVJ', 'IGQWR', 'IGAA'],
    `${URL64}{80,512}`,
    'https://developers.facebook.com/docs/instagram-platform',
    { entropy: 3 },
  ),
  format(
    'x_bearer',
    'X',
    'AAAAAAAAAAAAAAAAAAAAA',
    '[\\w%]{60,160}',
    'https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/bearer-tokens',
    { entropy: 3 },
  ),
  format('linkedin_secret', 'LinkedIn', ['WPL_AP0.', 'WPL_AP1.'], '[\\w.+/=-]{16,64}', LINKEDIN),
  format('linkedin_token', 'LinkedIn', ['AQV', 'AQX', 'AQW'], `${URL64}{200,512}`, LINKEDIN, { entropy: 3 }),
  format('dropbox', 'Dropbox', 'sl.', '(?:u\\.)?[\\w-]{120,1400}', 'https://developers.dropbox.com/oauth-guide', {
    entropy: 3,
  }),
  format(
    'persona',
    'Persona',
    ['persona_production_', 'persona_sandbox_'],
    `${ALNUM}{8}-${ALNUM}{4}-${ALNUM}{4}-${ALNUM}{4}-${ALNUM}{12}`,
    'https://docs.withpersona.com/api-keys',
    { type: 'api_key' },
  ),
  format(
    'onfido',
    'Onfido',
    ['api_live.', 'api_sandbox.', 'api_live_us.', 'api_sandbox_us.', 'api_live_ca.', 'api_sandbox_ca.'],
    `${URL64}{11}\\.${URL64}{32}`,
    'https://documentation.onfido.com/api/latest/',
    { type: 'api_key' },
  ),
  format(
    'tailscale',
    'Tailscale',
    ['tskey-api-', 'tskey-auth-', 'tskey-client-', 'tskey-scim-', 'tskey-webhook-'],
    `${ALNUM}{6,32}-${ALNUM}{12,64}`,
    'https://tailscale.com/kb/1277/key-prefixes',
  ),
  format('netbird', 'NetBird', 'nbp_', `${ALNUM}{36}`, 'https://docs.netbird.io/how-to/access-netbird-public-api', {
    entropy: 2.5,
  }),
  format(
    'authress',
    'Authress',
    ['sc_', 'ext_', 'scauth_'],
    `${ALNUM}{5,30}\\.${ALNUM}{4,6}\\.acc[\\w-]{10,32}\\.[\\w+/=-]{30,120}`,
    'https://authress.io/knowledge-base/docs/authorization/service-clients',
  ),
  format(
    'bitwarden_machine',
    'Bitwarden',
    '0.',
    `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}\\.${ALNUM}{30}:[A-Za-z0-9+/]{22}==`,
    'https://bitwarden.com/help/access-tokens/',
  ),
  format('wardline', 'Wardline', ['wle_', 'wls_'], `${URL64}{8,255}`, 'openapi/wardline.yaml'),
]
