import {
  awaitSchema,
  closeDatabase,
  counterOf,
  createBus,
  createDatabase,
  createGrpcServer,
  createHealth,
  createLogger,
  createMetrics,
  createOutbox,
  createPrincipalVerifier,
  createRedis,
  onceAvailable,
  readIdentity,
  repeat,
  serveHealth,
  type Bus,
  type Handlers,
  type Logger,
  type Repeated,
  type Runnable,
} from '@kla/chassis'
import { AuthServiceService as definition, FACTS_STREAM, subjects } from '@kla/proto'
import { createPublicKey, randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createAgeStore } from './age/store.js'
import { attestAge, liftAgeLock } from './age/index.js'
import { createAdministration, createAdministratorStores } from './administrators/index.js'
import type { Config } from './config.js'
import { createEndingStore, createSessionEndings, publishSessionEnded, type SessionEndings } from './sessions/endings.js'
import { createDiscordLogin } from './login/discord.js'
import type { LoginProvider } from './login/provider.js'
import { createTopGuilds, findAvatar, listMembers, listTopGuilds, lookUpAccounts } from './members/index.js'
import { beginLogin, completeLogin } from './login/rpc.js'
import { endSession, ownSessionHandlers, resolveAccessToken, resolveSession } from './sessions/rpc.js'
import { listRestrictions, putRestrictions } from './restrictions/index.js'
import { SIGN_IN_OUTCOMES } from './administrators/sign-in.js'
import { createIdentify, createStandingStore, rememberPrincipals } from './sessions/identity.js'
import { createUseCookie } from './sessions/cookie.js'
import { createAccountStore, createLoginAttemptStore } from './login/store.js'
import { createAuditRecorder } from './shared/audit.js'
import { createGuildStore, createMemberStore } from './members/store.js'
import { createRestrictionStore } from './restrictions/store.js'
import { createSessionStore } from './sessions/store.js'
import { createAccessTokenReader, createTokenSigner, type Random } from './shared/tokens.js'

/** What tests replace. */
export interface Overrides {
  readonly log?: Logger
  /** Unix milliseconds, for the life of tokens. */
  readonly now?: () => number
  readonly random?: Random
  readonly loginProvider?: LoginProvider
  readonly bus?: Bus
}

export interface AuthService extends Runnable {
  /** Known once started. */
  readonly ports: { readonly grpc: number; readonly health: number }
  readonly endings: SessionEndings
}

/** What this build needs to find done in its schema. */
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** Facts are published by the pod that stored them; this is only for those that a dead one left. */
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000

/** Builds the service. Before `start` nothing listens but for probes. */
export async function createService(config: Config, overrides: Overrides = {}): Promise<AuthService> {
  const { now = Date.now, random = randomBytes } = overrides
  const log = overrides.log ?? createLogger({ service: 'auth', level: config.LOG_LEVEL })
  const metrics = createMetrics('auth')
  const identity = readIdentity({ directory: config.IDENTITY_DIR, service: 'auth', log, metrics })
  const health = createHealth({ port: config.HEALTH_PORT, metrics, log })
  await health.listen()
  const signIns = counterOf(
    metrics,
    'kla_auth_administrator_sign_ins_total',
    'Sign-ins of administrators, by what they came to.',
    'outcome',
    SIGN_IN_OUTCOMES,
  )
  const ownKey = createPublicKey(config.PRINCIPAL_PRIVATE_KEY).export({ type: 'spki', format: 'pem' }).toString()
  const publicKeys = `${ownKey}\n${config.PRINCIPAL_PUBLIC_KEY}`

  const database = createDatabase({
    url: config.POSTGRES_URL,
    schema: config.POSTGRES_SCHEMA,
    max: config.POSTGRES_MAX,
    ...{ log, metrics },
  })
  const redis = createRedis({ url: config.REDIS_URL, log, metrics })
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.NATS_URL,
      name: 'auth',
      ...{ log, metrics },
      facts: { stream: FACTS_STREAM, subjects: [subjects.factsAll] },
      signs: { subject: subjects.factAuditRecorded('auth'), signer: config.AUDIT_PRIVATE_KEY },
    }))
  const provider =
    overrides.loginProvider ??
    createDiscordLogin({
      clientId: config.DISCORD_CLIENT_ID,
      clientSecret: config.DISCORD_CLIENT_SECRET,
      authorizeUrl: config.DISCORD_AUTHORIZE_URL,
      apiUrl: config.DISCORD_API_URL,
      callbackUrl: `${config.PUBLIC_URL}/auth/discord/callback`,
      timeoutMs: config.DISCORD_TIMEOUT_MS,
    })

  const accounts = createAccountStore(database)
  const ages = createAgeStore(database)
  const attempts = createLoginAttemptStore(redis, config.REDIS_PREFIX, config.LOGIN_TTL_MS)
  const sessions = createSessionStore(redis, config.REDIS_PREFIX, {
    ...{ ttlMs: config.SESSION_TTL_MS, maxMs: config.SESSION_MAX_MS },
    ...{ rotationMs: config.SESSION_ROTATION_MS, overlapMs: config.SESSION_OVERLAP_MS },
  })
  const endings = createSessionEndings({
    sessions,
    endings: createEndingStore(redis, config.REDIS_PREFIX, config.SESSION_ENDING_OVERDUE_MS),
    tell: (session) => publishSessionEnded(bus, session),
    log,
  })
  const restrictions = createRestrictionStore(database)
  const members = createMemberStore(database)
  const topGuilds = createTopGuilds(createGuildStore(database), now)
  const audit = createAuditRecorder(database, now)
  const outbox = createOutbox({ database, bus, metrics })

  const age = { policy: config.AGE_POLICY, jurisdiction: config.AGE_JURISDICTION }
  const signer = await createTokenSigner(config.PRINCIPAL_PRIVATE_KEY, now)
  const verifyPrincipal = await createPrincipalVerifier(publicKeys, now)
  const readAccessToken = await createAccessTokenReader(publicKeys, now)
  const standings = createStandingStore(database)
  const signPrincipal = rememberPrincipals(signer, now)
  const identify = createIdentify({ standings, signPrincipal, signer, age, now })
  const administration = await createAdministration({
    stores: createAdministratorStores({
      ...{ database, redis, redisPrefix: config.REDIS_PREFIX },
      life: { idleMs: config.ADMIN_SESSION_IDLE_MS, maxMs: config.ADMIN_SESSION_MAX_MS },
    }),
    database,
    signer,
    verifyPrincipal,
    totpRequired: config.ADMIN_TOTP_REQUIRED,
    secretsKeys: config.ADMIN_SECRETS_KEY,
    first: firstAdministrator(config),
    onSignIn: (outcome) => signIns.inc({ outcome }),
    ...{ audit, random, now, log },
  })
  const publishStored = (): void => relaying?.poke()
  const handlers: Handlers<typeof definition> = {
    ...administration.handlers,
    beginLogin: beginLogin({ attempts, provider, forwarded: config.LOGIN_FORWARD_PARAMETERS, random }),
    completeLogin: completeLogin({ attempts, provider, accounts, sessions, random }),
    resolveSession: resolveSession({ useCookie: createUseCookie({ sessions, endings, random }), identify }),
    resolveAccessToken: resolveAccessToken({ readAccessToken, sessions, identify }),
    ...ownSessionHandlers({ sessions, endings }),
    endSession: endSession({ sessions, endings }),
    attestAge: attestAge({ ages, age, onStored: publishStored }),
    liftAgeLock: liftAgeLock({ ages, onStored: publishStored, now }),
    putRestrictions: putRestrictions({ restrictions, onStored: publishStored }),
    listRestrictions: listRestrictions({ restrictions, ages, now }),
    lookUpAccounts: lookUpAccounts({ members }),
    findAvatar: findAvatar({ members }),
    listMembers: listMembers({ members, audit }),
    listTopGuilds: listTopGuilds({ topGuilds, audit }),
  }
  const server = createGrpcServer({ definition, handlers, identity, more: [serveHealth(health)], log, metrics, verifyPrincipal, now })

  const ports = { grpc: 0, health: 0 }
  let relaying: Repeated | undefined
  let repeated: Repeated[] = []

  function startRepeated(): void {
    relaying = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    repeated = [
      relaying,
      repeat({ name: 'session endings', work: endings.sweep, everyMs: config.SESSION_ENDING_OVERDUE_MS, log }),
      repeat({ name: 'administrator sessions and approvals', work: administration.prune, everyMs: PRUNE_EVERY_MS, log }),
      repeat({ name: 'sent facts', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  return {
    ports,
    endings,
    async start() {
      ports.health = health.port
      await awaitSchema({ database, migrations: MIGRATIONS, health, log })
      await onceAvailable({ health, log }, administration.begin)
      startRepeated()
      ports.grpc = await server.listen(config.GRPC_ADDRESS)
      health.started()
      log.info({ ports }, 'started')
    },
    async stop() {
      health.stopping()
      await server.close()
      await Promise.all(repeated.map((loop) => loop.stop()))
      await health.close()
      await bus.close()
      redis.disconnect()
      await closeDatabase(database)
    },
  }
}

const firstAdministrator = ({ FIRST_ADMIN_NAME: name, FIRST_ADMIN_PASSWORD: password }: Config) =>
  password === undefined ? undefined : { name, password }
