import { BASE64, format, HEX, type TokenFormat, URL64, UUID } from './token-format.ts'

const SLACK = 'https://api.slack.com/authentication/token-types'
const DISCORD = 'https://discord.com/developers/docs/reference#authentication'
const slack = { type: 'slack_token' } as const
/** A bot's id in base64 begins so: ids are decimal numbers of 17 to 20 digits. */
const DISCORD_IDS = ['MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT']

export const chat: readonly TokenFormat[] = [
  format(
    'slack',
    'Slack',
    ['xoxa-', 'xoxb-', 'xoxe-', 'xoxo-', 'xoxp-', 'xoxr-', 'xoxs-', 'xoxc-', 'xoxd-'],
    '[\\w%+/-]{10,512}',
    SLACK,
    slack,
  ),
  format('slack_rotated', 'Slack', 'xoxe.xox', '[bp]-[\\w-]{10,512}', SLACK, slack),
  format('slack_app', 'Slack', 'xapp-', `${URL64}{10,255}`, SLACK, slack),
  format('discord_bot', 'Discord', DISCORD_IDS, `${URL64}{16,26}\\.${URL64}{6}\\.${URL64}{27,45}`, DISCORD, {
    entropy: 3,
  }),
  format('discord_mfa', 'Discord', 'mfa.', `${URL64}{80,90}`, DISCORD, { entropy: 3 }),
  format(
    'discord_webhook',
    'Discord',
    ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'],
    `\\d{17,20}\\/${URL64}{60,80}`,
    'https://discord.com/developers/docs/resources/webhook',
    { addressStays: true },
  ),
  format('telegram_bot', 'Telegram', ':AA', `${URL64}{33}`, 'https://core.telegram.org/bots/api#authorizing-your-bot', {
    head: { chars: '[0-9]', min: 8, max: 10 },
  }),
  format(
    'teams_webhook',
    'Microsoft Teams',
    'webhook.office.com/webhookb2/',
    '[\\w@/-]{36,255}',
    'https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/add-incoming-webhook',
    { addressStays: true },
  ),
  format(
    'zapier_hook',
    'Zapier',
    'hooks.zapier.com/hooks/catch/',
    '\\d{4,12}\\/[a-z0-9]{6,16}',
    'https://help.zapier.com/hc/en-us/articles/8496288690317',
    { addressStays: true },
  ),
  format(
    'slack_hook',
    'Slack',
    ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'hooks.slack.com/triggers/'],
    '[\\w/-]{8,255}',
    'https://api.slack.com/messaging/webhooks',
    { ...slack, addressStays: true },
  ),
  format('twilio_api_key', 'Twilio', 'SK', `${HEX}{32}`, 'https://www.twilio.com/docs/iam/api-keys', {
    type: 'api_key',
    entropy: 2.5,
  }),
  format(
    'telnyx',
    'Telnyx',
    'KEY',
    '[0-9A-F]{28,40}_[A-Za-z0-9]{22}',
    'https://developers.telnyx.com/development/api-guide/authentication',
    { type: 'api_key' },
  ),
  format(
    'intercom',
    'Intercom',
    'dG9rO',
    `${BASE64}{50,60}={1,2}`,
    'https://developers.intercom.com/docs/build-an-integration/learn-more/authentication',
    { entropy: 3 },
  ),
  format(
    'hubspot',
    'HubSpot',
    ['pat-na1-', 'pat-na2-', 'pat-na3-', 'pat-eu1-', 'pat-ap1-'],
    UUID,
    'https://developers.hubspot.com/docs/guides/apps/private-apps/overview',
  ),
  format(
    'onesignal',
    'OneSignal',
    ['os_v2_app_', 'os_v2_org_'],
    '[a-z2-7]{64,128}',
    'https://documentation.onesignal.com/docs/en/keys-and-ids',
  ),
  format(
    'courier',
    'Courier',
    ['pk_prod_', 'pk_test_'],
    '[A-Z0-9]{28}',
    'https://www.courier.com/docs/reference/intro',
    { type: 'api_key' },
  ),
  format('ntfy', 'ntfy', 'tk_', '[a-z0-9]{29}', 'https://docs.ntfy.sh/config/#access-tokens', { entropy: 3 }),
  format('n8n', 'n8n', 'n8n_api_', '[\\w-]{40,512}', 'https://docs.n8n.io/api/authentication/', { type: 'api_key' }),
]
