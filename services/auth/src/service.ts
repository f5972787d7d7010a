import { createPublicKey, randomBytes, randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import {
  assembleService,
  awaitSchema,
  type Bus,
  closeDatabase,
  counterOf,
  createApprovalNotices,
  createAuditRecorder,
  createBus,
  createDatabase,
  createGrpcServer,
  createOutbox,
  createPrincipalVerifier,
  createRedis,
  createServiceBase,
  ENDED_EVERY_MS,
  type Handlers,
  type Logger,
  type Loop,
  repeat,
  retryUntilAvailable,
  serveHealth,
  type Service,
} from '@kla/chassis'
import { AuthServiceService as definition, EVENTS_STREAM, subjects } from '@kla/proto'
import {
  createAdministrators,
  type FoundingAdministrator,
  type PasswordCost,
  type RelyingParty,
  SIGN_IN_OUTCOMES,
} from './administrators/index.js'
import { createAge } from './age/index.js'
import type { Config } from './config.js'
import {
  createDiscordLogin,
  createLogin,
  createProviderLimits,
  type LoginProvider,
  type ProviderLimits,
} from './login/index.js'
import { createMembers } from './members/index.js'
import { createNames } from './names/index.js'
import { createPeople } from './people/index.js'
import { createRestrictions } from './restrictions/index.js'
import { consumeLogouts, createSessions, type SessionEndings } from './sessions/index.js'
import { createAccessTokenReader, createTokenSigner, type Random } from './shared/tokens.js'

/** Clock, bus and cost of hashes that tests replace. */
export interface Overrides {
  readonly log?: Logger
  readonly now?: () => number
  readonly random?: Random
  readonly bus?: Bus
  readonly passwordCost?: PasswordCost
}

export interface AuthService extends Service {
  readonly endings: SessionEndings
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Interval for events of dead pods; others are published at once. */
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000

export async function createService(config: Config, overrides: Overrides = {}): Promise<AuthService> {
  const { now = Date.now, random = randomBytes } = overrides
  const base = await createServiceBase('auth', config, overrides, ['nats'])
  const { log, metrics, identity, health } = base
  const signIns = counterOf(
    metrics,
    'kla_auth_administrator_sign_ins_total',
    'Sign-ins of administrators, by outcome.',
    'outcome',
    SIGN_IN_OUTCOMES,
  )

  const database = createDatabase({
    url: config.postgresUrl,
    schema: config.postgresSchema,
    max: config.postgresMax,
    log,
    metrics,
  })
  const redis = createRedis({ url: config.redisUrl, log, metrics })
  const redisPrefix = config.redisPrefix
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.natsUrl,
      name: 'auth',
      log,
      metrics,
      events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
      signs: { subject: subjects.eventAuditRecorded('auth'), signer: config.auditPrivateKey },
    }))
  const outbox = createOutbox({ database, bus, metrics })
  const audit = createAuditRecorder(database, 'auth', now)

  const ownKey = createPublicKey(config.principalPrivateKey).export({ type: 'spki', format: 'pem' }).toString()
  const publicKeys = `${ownKey}\n${config.principalPublicKey}`
  const signer = await createTokenSigner(config.principalPrivateKey, now)
  const verifyPrincipal = await createPrincipalVerifier(publicKeys, now)

  let relaying: Loop | undefined
  const onStored = (): void => relaying?.poke()

  const ageRules = { policy: config.agePolicy, jurisdiction: config.ageJurisdiction }
  const names = createNames({
    database,
    redis,
    redisPrefix,
    onStored,
    random: (below: number) => randomInt(below),
    now,
    bus,
    durable: config.eventsDurable,
  })
  const age = createAge({ database, age: ageRules, onStored, now })
  const restrictions = createRestrictions({ database, ageLocksOf: age.locksOf, onStored, now })
  const sessions = createSessions({
    database,
    redis,
    redisPrefix,
    bus,
    signer,
    random,
    now,
    log,
    age: ageRules,
    life: {
      ttlMs: config.sessionTtlMs,
      maxMs: config.sessionMaxMs,
      rotationMs: config.sessionRotationMs,
      overlapMs: config.sessionOverlapMs,
    },
    endingOverdueMs: config.sessionEndingOverdueMs,
    readAccessToken: await createAccessTokenReader(publicKeys, now),
  })
  const login = createLogin({
    database,
    redis,
    redisPrefix,
    sessions,
    random,
    now,
    provider: discordOf(config, createProviderLimits(redis, redisPrefix, now), now),
    ttlMs: config.loginTtlMs,
    forwarded: config.loginForwardParameters,
  })
  const administrators = await createAdministrators({
    database,
    redis,
    redisPrefix,
    signer,
    verifyPrincipal,
    audit,
    notices: createApprovalNotices(bus, now),
    onStored,
    random,
    now,
    log,
    sessionLife: { idleMs: config.adminSessionIdleMs, maxMs: config.adminSessionMaxMs },
    policy: { totpRequired: config.adminTotpRequired, passkeysRequired: config.adminPasskeysRequired },
    relyingParty: relyingPartyOf(config),
    secretsKeys: config.adminSecretsKey,
    founders: foundersOf(config),
    passwordCost: overrides.passwordCost,
    onSignIn: (outcome) => signIns.inc({ outcome }),
  })
  const members = createMembers({ database, audit, log, now })
  const people = createPeople({ database, members, sessionsOf: sessions.listOf, age: ageRules, audit, onStored, now })
  const handlers: Handlers<typeof definition> = {
    ...login.handlers,
    ...sessions.handlers,
    ...age.handlers,
    ...restrictions.handlers,
    ...names.handlers,
    ...members.handlers,
    ...people.handlers,
    ...administrators.handlers,
  }
  const server = createGrpcServer({
    definition,
    handlers,
    identity,
    log,
    metrics,
    verifyPrincipal,
    now,
    more: [serveHealth(health)],
  })

  function startLoops(): readonly Loop[] {
    relaying = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    return [
      relaying,
      repeat({ name: 'session endings', work: sessions.endings.sweep, everyMs: config.sessionEndingOverdueMs, log }),
      repeat({
        name: 'administrator sessions and approvals',
        work: administrators.prune,
        everyMs: PRUNE_EVERY_MS,
        log,
      }),
      repeat({ name: 'former names', work: names.prune, everyMs: PRUNE_EVERY_MS, log }),
      repeat({ name: 'guilds without members', work: members.pruneGuilds, everyMs: PRUNE_EVERY_MS, log }),
      repeat({ name: 'ended requests', work: administrators.noticeEnded, everyMs: ENDED_EVERY_MS, log }),
      repeat({ name: 'published events', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  const service = assembleService({
    base,
    server,
    grpcAddress: config.grpcAddress,
    prepare: [
      () => awaitSchema({ database, migrations: MIGRATIONS, health, log }),
      () => retryUntilAvailable({ health, log }, administrators.begin),
    ],
    run: [
      startLoops,
      names.consume,
      async () => [
        await consumeLogouts({
          bus,
          durable: config.eventsDurable,
          endings: sessions.endings,
          endAdministrator: administrators.endSession,
        }),
      ],
    ],
    close: [() => bus.close(), () => redis.disconnect(), () => closeDatabase(database)],
  })
  return { ...service, endings: sessions.endings }
}

const discordOf = (config: Config, limits: ProviderLimits, now: () => number): LoginProvider =>
  createDiscordLogin({
    clientId: config.discordClientId,
    clientSecret: config.discordClientSecret,
    authorizeUrl: config.discordAuthorizeUrl,
    apiUrl: config.discordApiUrl,
    callbackUrl: `${config.publicUrl}/auth/discord/callback`,
    timeoutMs: config.discordTimeoutMs,
    limits,
    now,
  })

function relyingPartyOf({ publicUrl, adminPasskeyOrigins }: Config): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origins: adminPasskeyOrigins.length > 0 ? adminPasskeyOrigins : [origin] }
}

const foundersOf = (config: Config): FoundingAdministrator[] =>
  [
    { name: config.firstAdminName, password: config.firstAdminPassword },
    { name: config.secondAdminName, password: config.secondAdminPassword },
  ].flatMap(({ name, password }) => (password === undefined ? [] : [{ name, password }]))
