import { randomBytes } from 'node:crypto'
import {
  boolean,
  list,
  oneOf,
  port,
  positive,
  processVariables,
  readSettings,
  type Settings,
  text,
  timer,
  url,
  type Variable,
  webAddress,
} from '@kla/chassis'
import { PAYMENT_PROVIDERS, RECONNECT_GRACE_MS, TICK_MS } from '@kla/proto/web'
import { parseAdminPath } from './http/url-prefixes.js'
import { parseNetworks, parseTrustedProxies, type TrustedProxies } from './shared/networks.js'

const adminPath = (about: string): Variable<string> => ({ about, fallback: '', parse: parseAdminPath, secret: true })
const trustedProxies = (about: string): Variable<TrustedProxies> => ({ about, fallback: 0, parse: parseTrustedProxies })
const X25519_KEY = /^[A-Za-z0-9_-]{43}$/
const publicKey = (about: string): Variable<string> => ({
  about,
  fallback: '',
  parse(given) {
    if (given !== '' && !X25519_KEY.test(given)) throw new Error('is not a raw X25519 key in base64url')
    return given
  },
})
const networks = (about: string, fallback: readonly string[]): Variable<readonly string[]> => ({
  about,
  fallback,
  parse: parseNetworks,
})

/** Source: https://stripe.com/files/ips/ips_webhooks.txt. */
const STRIPE_NETWORKS = [
  ...['3.18.12.63', '3.130.192.231', '13.235.14.237', '13.235.122.149', '18.211.135.69', '35.154.171.200'],
  ...['52.15.183.38', '54.88.130.119', '54.88.130.237', '54.187.174.169', '54.187.205.235', '54.187.216.72'],
]

const variables = {
  ...processVariables,
  PORT: port('where REST, the SPA and (handed on) /realtime are served', 8080),
  REALTIME_PORT: port('where the WebSocket is served directly', 8081),
  HOST: text('the address both listeners bind to', '::'),
  PUBLIC_URL: webAddress('the origin that browsers see', 'http://localhost:8080'),
  COOKIE_SECURE: boolean('whether cookies are for HTTPS alone', true),
  TRUST_PROXY: trustedProxies(
    'how many proxies of ours are in front, each adding to X-Forwarded-For, or their addresses',
  ),
  STATIC_DIR: text('the built SPA; empty: none is served', ''),
  CONSOLE_DIR: text('the built console; empty: none is served', ''),
  ADMIN_PATH: adminPath('the path below which the console is served, without slashes; empty: nowhere'),
  GATEWAY_ID: text('the name of this process in seats', randomBytes(6).toString('hex')),
  AUTH_ADDRESS: text('auth, host:port'),
  ROOMS_ADDRESS: text('rooms, host:port'),
  ENGINE_ADDRESS: text('game-engine, host:port'),
  SIGNALLING_ADDRESS: text('media-signalling, host:port'),
  LIBRARY_ADDRESS: text('library, host:port'),
  COMMERCE_ADDRESS: text('commerce, host:port'),
  MODERATION_ADDRESS: text('moderation, host:port'),
  EVIDENCE_ADDRESS: text('evidence, host:port'),
  PRINCIPAL_PUBLIC_KEY: text("auth's public key for the tokens of returning clients, PEM; empty: cookies alone", ''),
  BAN_CHECK_MS: timer('how often restrictions of connected accounts and sessions of judges are polled', 10_000),
  TRANSCRIPT_FLUSH_MS: timer('how long chat lines wait for their batch to moderation; a report asks for them', 5_000),
  MATCH_KEEP_MS: timer('how often searches for a match are kept alive and refreshed', 4_000),
  TICK_MS: timer('how often players get game-tick', TICK_MS),
  RECONNECT_GRACE_MS: timer('sent to the SPA: how long a lost connection keeps its seat', RECONNECT_GRACE_MS),
  AVATAR_BASE_URL: url("sent to the SPA: the login provider's content network", 'https://cdn.discordapp.com'),
  EVIDENCE_PUBLIC_KEY: publicKey(
    'sent to the SPA: the key that stills are sealed to, as evidence has it; empty: none are taken',
  ),
  CONTACT_EMAIL: text('sent to the SPA: the address that terms and privacy name; empty: none', ''),
  SENDS_MAIL: boolean('whether moderation has a mail server, for the SPA: only then its texts promise e-mail', false),
  PAYMENT_PROVIDER: oneOf(PAYMENT_PROVIDERS)('sent to the SPA: where checkouts go, as in commerce', 'stripe'),
  STRIPE_PUBLISHABLE_KEY: text("sent to the SPA: Stripe's key for browsers", ''),
  LOGIN_FORWARD_PARAMETERS: list('query parameters of a login that are passed on to the provider', []),
  REST_LIMIT_PER_MINUTE: positive('REST requests from one address in a minute', 600),
  ADMIN_LOGIN_LIMIT_PER_MINUTE: positive('sign-ins to the console from one network in a minute', 10),
  SOCKETS_PER_ACCOUNT: positive('sockets that one account may have at this gateway', 12),
  SOCKETS_PER_NETWORK: positive('sockets that one network may have at this gateway, and open in a minute', 500),
  CHECKOUT_LIMIT_PER_MINUTE: positive('checkouts that one account may open in a minute', 10),
  VERIFY_LIMIT_PER_MINUTE: positive('questions of one account after a payment in a minute', 30),
  ACCOUNT_LIMIT_PER_MINUTE: positive(
    'calls of a kind about places, cups, blocks or the pass, an account in a minute',
    120,
  ),
  WEBHOOK_BODY_MS: timer("how long a payment provider's notification may take to come in whole", 2_000),
  PAYMENT_NETWORKS: networks('addresses and CIDRs that payment providers send notifications from', STRIPE_NETWORKS),
  DRAIN_MS: timer('over which time a stopping gateway closes its sockets', 2_000),
}

/** The gateway's settings, parsed from the environment. */
export type Config = Settings<typeof variables>

/** Throws an EnvironmentError that lists every fault. */
export const readConfig = (source: NodeJS.ProcessEnv = process.env): Config => readSettings(variables, source)
