import { AUDIT_SOURCES, type AuditSource } from '@kla/proto'
import { CATEGORIES } from '@kla/proto/web'
import { identityDirectory } from '@kla/testkit/certificates'
import type { Owner, SchemaAccess } from '../infrastructure/provision.js'
import { ROOT } from '../root.js'
import type { SealingKeys } from '../secrets.js'
import type { Console } from './console.js'
import type { ServiceName, Slot, Slots } from './services.js'
import type { StandIns } from './stand-ins.js'

/** Addresses and secrets of a platform. */
export interface Wiring {
  readonly slots: Slots
  readonly publicUrl: string
  readonly schemas: Readonly<Record<Owner, SchemaAccess>>
  readonly redisUrlOf: (service: ServiceName) => string
  readonly natsUrlOf: (service: ServiceName) => string
  readonly auditKeyOf: (source: AuditSource) => { readonly privateKey: string; readonly publicKey: string }
  readonly principalKeys: { readonly privateKey: string; readonly publicKey: string }
  readonly sealingKeys: SealingKeys
  readonly identities: string
  readonly standIns: StandIns
  readonly turnSecret: string
  readonly console: Console
  readonly adminSecretsKey: string
  readonly incidentKey: string
  readonly limitsKey: string
  readonly mediaCache: string
  readonly ffmpeg: string
  readonly given: NodeJS.ProcessEnv
}

type Settings = Readonly<Record<string, string>>

// Services must not receive these.
const WITHHELD = [
  ...['PORT', 'HOST', 'DATA_DIRECTORY', 'POSTGRES_URL', 'REDIS_URL', 'NATS_URL', 'MIGRATE_URL'],
  ...['NODE_OPTIONS', 'ADMIN_PASSWORD', 'DEPUTY_PASSWORD'],
]
const NAMED_LIKE_A_SECRET = /SECRET|PASSW(OR)?D|TOKEN|CREDENTIAL|(^|_)KEY(_|$)/i
const ADDRESS_WITH_A_PASSWORD = /:\/\/[^\s/@:]*:[^\s/@]+@/

/** Includes secrets of its own service alone. */
export function environmentOf(slot: Slot, wiring: Wiring): NodeJS.ProcessEnv {
  return {
    ...DEFAULTS,
    ...inheritedFrom(process.env),
    HEALTH_PORT: String(slot.health),
    IDENTITY_DIR: identityDirectory(wiring.identities, slot.service),
    PRINCIPAL_PUBLIC_KEY: wiring.principalKeys.publicKey,
    ...(slot.grpc === 0 ? {} : { GRPC_ADDRESS: `127.0.0.1:${slot.grpc}` }),
    ...OWN[slot.service](wiring, slot),
    ...wiring.given,
  }
}

const DEFAULTS: Settings = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'info',
  // Browsers on one machine need no TURN.
  ICE_TRANSPORT_POLICY: 'all',
  ALLOW_DIRECT: 'true',
  HOST_CANDIDATES: 'true',
  // All clients share one address.
  REST_LIMIT_PER_MINUTE: '1000000',
  SOCKETS_PER_NETWORK: '1000000',
  ADMIN_TOTP_REQUIRED: 'false',
  ADMIN_PASSKEYS_REQUIRED: 'false',
}

const inheritedFrom = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value = '']) =>
        !WITHHELD.includes(name) && !NAMED_LIKE_A_SECRET.test(name) && !ADDRESS_WITH_A_PASSWORD.test(value),
    ),
  )

const auditPublicKeys = (keyOf: Wiring['auditKeyOf']): Settings =>
  Object.fromEntries(
    AUDIT_SOURCES.map((source) => [
      `AUDIT_PUBLIC_KEY_${source.toUpperCase().replaceAll('-', '_')}`,
      keyOf(source).publicKey,
    ]),
  )

const CONTACT_EMAIL = 'support@kla.example'

const OWN: Readonly<Record<ServiceName, (wiring: Wiring, slot: Slot) => Settings>> = {
  auth: ({
    schemas,
    redisUrlOf,
    natsUrlOf,
    auditKeyOf,
    principalKeys,
    standIns: { discord },
    publicUrl,
    console,
    adminSecretsKey,
  }) => ({
    POSTGRES_URL: schemas.auth.appUrl,
    REDIS_URL: redisUrlOf('auth'),
    NATS_URL: natsUrlOf('auth'),
    AUDIT_PRIVATE_KEY: auditKeyOf('auth').privateKey,
    PRINCIPAL_PRIVATE_KEY: principalKeys.privateKey,
    PUBLIC_URL: publicUrl,
    DISCORD_CLIENT_ID: discord.clientId,
    DISCORD_CLIENT_SECRET: discord.clientSecret,
    DISCORD_AUTHORIZE_URL: `${discord.url}/oauth2/authorize`,
    DISCORD_API_URL: `${discord.url}/api`,
    LOGIN_FORWARD_PARAMETERS: 'persona',
    FIRST_ADMIN_NAME: console.administrator,
    FIRST_ADMIN_PASSWORD: console.password,
    SECOND_ADMIN_NAME: console.deputy.administrator,
    SECOND_ADMIN_PASSWORD: console.deputy.password,
    ADMIN_SECRETS_KEY: adminSecretsKey,
  }),
  rooms: ({ schemas, redisUrlOf, natsUrlOf, auditKeyOf, incidentKey }) => ({
    POSTGRES_URL: schemas.rooms.appUrl,
    REDIS_URL: redisUrlOf('rooms'),
    NATS_URL: natsUrlOf('rooms'),
    AUDIT_PRIVATE_KEY: auditKeyOf('rooms').privateKey,
    INCIDENT_KEY: incidentKey,
  }),
  'game-engine': ({ schemas, redisUrlOf, natsUrlOf, auditKeyOf, slots }) => ({
    POSTGRES_URL: schemas.engine.appUrl,
    REDIS_URL: redisUrlOf('game-engine'),
    NATS_URL: natsUrlOf('game-engine'),
    AUDIT_PRIVATE_KEY: auditKeyOf('game-engine').privateKey,
    ROOMS_ADDRESS: slots.addresses('rooms'),
    LIBRARY_ADDRESS: slots.addresses('library'),
    COMMERCE_ADDRESS: slots.addresses('commerce'),
  }),
  'media-signalling': ({ redisUrlOf, natsUrlOf, turnSecret, slots }) => ({
    REDIS_URL: redisUrlOf('media-signalling'),
    NATS_URL: natsUrlOf('media-signalling'),
    TURN_SECRET: process.env['TURN_SECRET'] || turnSecret,
    ROOMS_ADDRESS: slots.addresses('rooms'),
  }),
  library: ({
    schemas,
    natsUrlOf,
    auditKeyOf,
    limitsKey,
    standIns: { clipsUrl, gifProvider, discord },
    mediaCache,
    ffmpeg,
    slots,
  }) => ({
    POSTGRES_URL: schemas.library.appUrl,
    NATS_URL: natsUrlOf('library'),
    AUDIT_PRIVATE_KEY: auditKeyOf('library').privateKey,
    LIMITS_KEY: limitsKey,
    COMMERCE_ADDRESS: slots.addresses('commerce'),
    MEDIA_ALLOWED_HOSTS: new URL(clipsUrl).host,
    MEDIA_PRIVATE_ORIGINS: [clipsUrl, gifProvider.url, discord.url].map((url) => new URL(url).origin).join(),
    AVATAR_BASE_URL: discord.url,
    MEDIA_CACHE_DIR: mediaCache,
    FFMPEG_PATH: ffmpeg,
    GIF_PROVIDER_URL: gifProvider.url,
    GIF_PROVIDER_CATEGORIES: CATEGORIES.map((category) => `${category}=${category}`).join(),
  }),
  commerce: ({ schemas, natsUrlOf, auditKeyOf, publicUrl, standIns: { stripe, acquirer } }) => ({
    POSTGRES_URL: schemas.commerce.appUrl,
    NATS_URL: natsUrlOf('commerce'),
    AUDIT_PRIVATE_KEY: auditKeyOf('commerce').privateKey,
    PUBLIC_URL: publicUrl,
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    ACQUIRER_URL: acquirer.payUrl,
    ACQUIRER_API_URL: acquirer.apiUrl,
    ACQUIRER_MERCHANT_ID: acquirer.merchantId,
    ACQUIRER_SECRET: acquirer.secret,
  }),
  moderation: ({ schemas, redisUrlOf, natsUrlOf, auditKeyOf, publicUrl, standIns: { mailbox }, slots }) => ({
    POSTGRES_URL: schemas.moderation.appUrl,
    REDIS_URL: redisUrlOf('moderation'),
    NATS_URL: natsUrlOf('moderation'),
    ...auditPublicKeys(auditKeyOf),
    AUTH_ADDRESS: slots.addresses('auth'),
    ROOMS_ADDRESS: slots.addresses('rooms'),
    ENGINE_ADDRESS: slots.addresses('game-engine'),
    EVIDENCE_ADDRESS: slots.addresses('evidence'),
    PUBLIC_URL: publicUrl,
    SMTP_URL: mailbox.smtpUrl,
    SMTP_REQUIRE_TLS: 'false',
    MAIL_FROM: 'no-reply@kla.example',
    CONTACT_EMAIL,
  }),
  evidence: ({ schemas, natsUrlOf, auditKeyOf, sealingKeys }) => ({
    POSTGRES_URL: schemas.evidence.appUrl,
    VAULT_POSTGRES_URL: schemas.evidence.vaultUrl ?? '',
    NATS_URL: natsUrlOf('evidence'),
    AUDIT_PRIVATE_KEY: auditKeyOf('evidence').privateKey,
    EVIDENCE_PRIVATE_KEYS: sealingKeys.privateKey,
  }),
  gateway: ({ slots, natsUrlOf, publicUrl, standIns: { discord }, console, sealingKeys }, slot) => ({
    PORT: String(slot.http),
    REALTIME_PORT: String(slot.realtime),
    HOST: process.env['HOST'] || '127.0.0.1',
    PUBLIC_URL: publicUrl,
    NATS_URL: natsUrlOf('gateway'),
    COOKIE_SECURE: 'false',
    STATIC_DIR: `${ROOT}frontend/dist`,
    CONSOLE_DIR: `${ROOT}frontend/dist-console`,
    ADMIN_PATH: console.path,
    GATEWAY_ID: `gateway-${slot.number}`,
    LOGIN_FORWARD_PARAMETERS: 'persona',
    AVATAR_BASE_URL: discord.url,
    CONTACT_EMAIL,
    SENDS_MAIL: 'true',
    AUTH_ADDRESS: slots.addresses('auth'),
    ROOMS_ADDRESS: slots.addresses('rooms'),
    ENGINE_ADDRESS: slots.addresses('game-engine'),
    SIGNALLING_ADDRESS: slots.addresses('media-signalling'),
    LIBRARY_ADDRESS: slots.addresses('library'),
    COMMERCE_ADDRESS: slots.addresses('commerce'),
    MODERATION_ADDRESS: slots.addresses('moderation'),
    EVIDENCE_ADDRESS: slots.addresses('evidence'),
    EVIDENCE_PUBLIC_KEY: sealingKeys.publicKey,
    STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  }),
}
