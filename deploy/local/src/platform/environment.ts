import { CATEGORIES } from '@kla/proto/web'
import { identityDirectory } from '../identities/index.js'
import type { Owner, SchemaAccess } from '../infrastructure/provision.js'
import { ROOT } from '../root.js'
import type { Console } from './console.js'
import type { Slot, Slots } from './slots.js'
import type { ServiceName } from './services.js'
import type { StandIns } from './stand-ins.js'

/** What the processes of one platform have in common. */
export interface Wiring {
  readonly slots: Slots
  readonly publicUrl: string
  readonly schemas: Readonly<Record<Owner, SchemaAccess>>
  readonly redisUrl: string
  readonly natsUrl: string
  readonly principalKeys: { readonly privateKey: string; readonly publicKey: string }
  /** Where each service's certificate is. */
  readonly identities: string
  readonly standIns: StandIns
  readonly turnSecret: string
  readonly console: Console
  /** What one-time-code secrets are encrypted with: 32 bytes, base64. */
  readonly adminSecretsKey: string
  readonly mediaCache: string
  readonly ffmpeg: string
  /** Handed on to every process, over everything else. */
  readonly given: NodeJS.ProcessEnv
}

type Settings = Readonly<Record<string, string>>

// They mean this process, or reach further than a service should.
const NOT_HANDED_ON = [
  ...['PORT', 'HOST', 'DATA_DIRECTORY', 'POSTGRES_URL', 'REDIS_URL', 'NATS_URL', 'MIGRATE_URL'],
  ...['NODE_OPTIONS', 'ADMIN_PASSWORD'],
]

/** The whole environment of one process. */
export function environmentOf(slot: Slot, wiring: Wiring): NodeJS.ProcessEnv {
  const inherited = { ...process.env }
  for (const name of NOT_HANDED_ON) delete inherited[name]
  return {
    ...defaultsOf(wiring),
    ...inherited,
    ...{
      HEALTH_PORT: String(slot.health),
      IDENTITY_DIR: identityDirectory(wiring.identities, slot.service),
      PRINCIPAL_PUBLIC_KEY: wiring.principalKeys.publicKey,
      ...(slot.grpc === 0 ? {} : { GRPC_ADDRESS: `127.0.0.1:${slot.grpc}` }),
    },
    ...OWN[slot.service](wiring, slot),
    ...wiring.given,
  }
}

/** What the person who starts it may set otherwise. */
const defaultsOf = (wiring: Wiring): Settings => ({
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  TURN_SECRET: wiring.turnSecret,
  // Browsers of one machine reach each other by the addresses of its own network, and there is no TURN server.
  ICE_TRANSPORT_POLICY: 'all',
  ALLOW_DIRECT: 'true',
  HOST_CANDIDATES: 'true',
  // Everybody here, bots included, comes from one address.
  REST_LIMIT_PER_MINUTE: '1000000',
  // The first administrator comes in with the password that was printed, and may set a second factor up.
  ADMIN_TOTP_REQUIRED: 'false',
})

const OWN: Readonly<Record<ServiceName, (wiring: Wiring, slot: Slot) => Settings>> = {
  auth: ({ schemas, redisUrl, natsUrl, principalKeys, standIns: { discord }, publicUrl, console, adminSecretsKey }) => ({
    POSTGRES_URL: schemas.auth.appUrl,
    REDIS_URL: redisUrl,
    NATS_URL: natsUrl,
    PRINCIPAL_PRIVATE_KEY: principalKeys.privateKey,
    PUBLIC_URL: publicUrl,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_CLIENT_SECRET: discord.clientSecret,
    DISCORD_AUTHORIZE_URL: `${discord.url}/oauth2/authorize`,
    DISCORD_API_URL: `${discord.url}/api`,
    LOGIN_FORWARD_PARAMETERS: 'persona',
    FIRST_ADMIN_NAME: console.administrator,
    FIRST_ADMIN_PASSWORD: console.password,
    ADMIN_SECRETS_KEY: adminSecretsKey,
  }),
  rooms: ({ schemas, redisUrl, natsUrl }) => ({
    POSTGRES_URL: schemas.rooms.appUrl,
    REDIS_URL: redisUrl,
    NATS_URL: natsUrl,
  }),
  'game-engine': ({ schemas, redisUrl, natsUrl, slots }) => ({
    POSTGRES_URL: schemas.engine.appUrl,
    REDIS_URL: redisUrl,
    NATS_URL: natsUrl,
    ROOMS_ADDRESS: slots.addresses('rooms'),
    LIBRARY_ADDRESS: slots.addresses('library'),
    COMMERCE_ADDRESS: slots.addresses('commerce'),
  }),
  'media-signalling': ({ redisUrl, natsUrl, slots }) => ({
    REDIS_URL: redisUrl,
    NATS_URL: natsUrl,
    ROOMS_ADDRESS: slots.addresses('rooms'),
  }),
  library: ({ schemas, natsUrl, standIns: { clipsUrl, gifProvider }, mediaCache, ffmpeg, slots }) => ({
    POSTGRES_URL: schemas.library.appUrl,
    NATS_URL: natsUrl,
    COMMERCE_ADDRESS: slots.addresses('commerce'),
    MEDIA_ALLOWED_HOSTS: new URL(clipsUrl).host,
    MEDIA_PRIVATE_ORIGINS: `${new URL(clipsUrl).origin},${new URL(gifProvider.url).origin}`,
    MEDIA_CACHE_DIR: mediaCache,
    FFMPEG_PATH: ffmpeg,
    GIF_PROVIDER_URL: gifProvider.url,
    // The stand-in's entries are tagged with our own categories.
    GIF_PROVIDER_CATEGORIES: CATEGORIES.map((category) => `${category}=${category}`).join(),
  }),
  commerce: ({ schemas, natsUrl, publicUrl, standIns: { stripe, acquirer } }) => ({
    POSTGRES_URL: schemas.commerce.appUrl,
    NATS_URL: natsUrl,
    PUBLIC_URL: publicUrl,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ACQUIRER_URL: acquirer.payUrl,
    ACQUIRER_API_URL: acquirer.apiUrl,
    ACQUIRER_MERCHANT_ID: acquirer.merchantId,
    ACQUIRER_SECRET: acquirer.secret,
  }),
  moderation: ({ schemas, redisUrl, natsUrl, slots }) => ({
    POSTGRES_URL: schemas.moderation.appUrl,
    REDIS_URL: redisUrl,
    NATS_URL: natsUrl,
    AUTH_ADDRESS: slots.addresses('auth'),
    ROOMS_ADDRESS: slots.addresses('rooms'),
    ENGINE_ADDRESS: slots.addresses('game-engine'),
  }),
  gateway: ({ slots, natsUrl, publicUrl, standIns: { discord }, console }, slot) => ({
    PORT: String(slot.http),
    REALTIME_PORT: String(slot.realtime),
    HOST: process.env['HOST'] || '127.0.0.1',
    PUBLIC_URL: publicUrl,
    NATS_URL: natsUrl,
    COOKIE_SECURE: 'false',
    STATIC_DIR: `${ROOT}frontend/dist`,
    CONSOLE_DIR: `${ROOT}frontend/dist-console`,
    ADMIN_PATH: console.path,
    GATEWAY_ID: `gateway-${slot.number}`,
    LOGIN_FORWARD_PARAMETERS: 'persona',
    AVATAR_BASE_URL: discord.url,
    CONTACT_EMAIL: 'support@kla.example',
    AUTH_ADDRESS: slots.addresses('auth'),
    ROOMS_ADDRESS: slots.addresses('rooms'),
    ENGINE_ADDRESS: slots.addresses('game-engine'),
    SIGNALLING_ADDRESS: slots.addresses('media-signalling'),
    LIBRARY_ADDRESS: slots.addresses('library'),
    COMMERCE_ADDRESS: slots.addresses('commerce'),
    MODERATION_ADDRESS: slots.addresses('moderation'),
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  }),
}
