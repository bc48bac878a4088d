import { ALNUM, format, HEX, type TokenFormat, URL64, UUID } from './token-format.ts'

const STRIPE = 'https://docs.stripe.com/keys'
const SQUARE = 'https://developer.squareup.com/docs/build-basics/access-tokens'
const SHOPIFY = 'https://shopify.dev/docs/apps/build/authentication-authorization'
const stripe = { type: 'stripe_key' } as const
const key = { type: 'api_key' } as const
const STRIPE_PREFIXES = ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'pk_live_', 'pk_test_']

export const payment: readonly TokenFormat[] = [
  format('stripe', 'Stripe', STRIPE_PREFIXES, `${ALNUM}{10,255}`, STRIPE, stripe),
  format('stripe_webhook', 'Stripe', 'whsec_', '[A-Za-z0-9+/=]{16,255}', 'https://docs.stripe.com/webhooks', stripe),
  format('square', 'Square', 'EAAA', `${URL64}{60}`, SQUARE, { entropy: 3 }),
  format('square_old', 'Square', ['sq0atp-', 'sq0csp-', 'sq0idp-'], `${URL64}{22,64}`, SQUARE),
  format(
    'braintree',
    'Braintree',
    ['access_token$production$', 'access_token$sandbox$'],
    `[0-9a-z]{16}\\$${HEX}{32}`,
    'https://developer.paypal.com/braintree/docs/guides/extend/oauth/access-tokens',
  ),
  format(
    'adyen',
    'Adyen',
    'AQE',
    '[a-z]hm[\\w+/=.-]{60,300}',
    'https://docs.adyen.com/development-resources/api-credentials/',
    key,
  ),
  format(
    'razorpay',
    'Razorpay',
    ['rzp_live_', 'rzp_test_'],
    `${ALNUM}{14}`,
    'https://razorpay.com/docs/api/authentication/',
    key,
  ),
  format(
    'mollie',
    'Mollie',
    ['live_', 'test_'],
    `${ALNUM}{30,40}`,
    'https://docs.mollie.com/reference/authentication',
    { ...key, entropy: 3.2 },
  ),
  format(
    'flutterwave',
    'Flutterwave',
    ['FLWSECK-', 'FLWSECK_TEST-'],
    `${ALNUM}{12,40}(?:-X)?`,
    'https://developer.flutterwave.com/docs/authentication',
    key,
  ),
  format(
    'plaid',
    'Plaid',
    ['access-production-', 'access-sandbox-', 'access-development-'],
    UUID,
    'https://plaid.com/docs/api/items/',
  ),
  format(
    'gocardless',
    'GoCardless',
    ['live_', 'sandbox_'],
    `${URL64}{40}`,
    'https://developer.gocardless.com/api-reference/',
    { entropy: 3.5 },
  ),
  format(
    'checkout_com',
    'Checkout.com',
    ['sk_sbox_', 'sk_'],
    '[a-z2-7]{26}[\\w*#$=]',
    'https://www.checkout.com/docs/developer-resources/api/manage-api-keys',
    { ...key, entropy: 3 },
  ),
  format(
    'paddle',
    'Paddle',
    ['pdl_live_apikey_', 'pdl_sdbx_apikey_'],
    '[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}',
    'https://developer.paddle.com/api-reference/about/api-keys',
    key,
  ),
  format('shopify', 'Shopify', ['shpat_', 'shpca_', 'shppa_', 'shpss_', 'shptka_'], `[0-9a-fA-F]{32}`, SHOPIFY),
  format(
    'mercado_pago',
    'Mercado Pago',
    ['APP_USR-', 'TEST-'],
    `\\d{13,17}-\\d{6}-${HEX}{32}-\\d{5,12}`,
    'https://www.mercadopago.com/developers/en/docs',
  ),
  format('omise', 'Omise', ['skey_', 'skey_test_'], '[a-z0-9]{19}', 'https://docs.omise.co/authentication', {
    ...key,
    entropy: 2.5,
  }),
  format(
    'midtrans',
    'Midtrans',
    ['Mid-server-', 'SB-Mid-server-'],
    `${URL64}{20,32}`,
    'https://docs.midtrans.com/docs/access-keys',
    key,
  ),
  format(
    'xendit',
    'Xendit',
    ['xnd_production_', 'xnd_development_'],
    `${ALNUM}{40,80}`,
    'https://docs.xendit.co/docs/api-keys',
    key,
  ),
  format(
    'asaas',
    'Asaas',
    ['aact_prod_', 'aact_hmlg_', 'aact_'],
    '[\\w:+=/]{60,255}',
    'https://docs.asaas.com/docs/authentication',
    { ...key, entropy: 3 },
  ),
  format(
    'cashfree',
    'Cashfree',
    ['cfsk_ma_prod_', 'cfsk_ma_test_'],
    `${HEX}{32}_${HEX}{8}`,
    'https://www.cashfree.com/docs/api-reference/authentication',
    key,
  ),
  format(
    'chargebee',
    'Chargebee',
    ['live_', 'test_'],
    `(?:cu)?${ALNUM}{32,48}`,
    'https://apidocs.chargebee.com/docs/api/auth',
    { ...key, entropy: 3.2 },
  ),
  format('alchemy', 'Alchemy', 'alcht_', `${ALNUM}{30}`, 'https://www.alchemy.com/docs', key),
]
