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
import { createAdministrators, SIGN_IN_OUTCOMES } from './administrators/index.js'
import { createAge } from './age/index.js'
import type { Config } from './config.js'
import { createDiscordLogin, createLogin, type LoginProvider } from './login/index.js'
import { createMembers } from './members/index.js'
import { createRestrictions } from './restrictions/index.js'
import { createSessions, type SessionEndings } from './sessions/index.js'
import { createAuditRecorder } from './shared/audit.js'
import { createAccessTokenReader, createTokenSigner, type Random } from './shared/tokens.js'

export interface Overrides {
  readonly log?: Logger
  /** Unix milliseconds, for the life of tokens. */
  readonly now?: () => number
  readonly random?: Random
  readonly loginProvider?: LoginProvider
  readonly bus?: Bus
}

export interface AuthService extends Runnable {
  readonly ports: { readonly grpc: number; readonly health: number }
  readonly endings: SessionEndings
}

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** For events of a pod that died: others are published at once. */
const RELAY_EVERY_MS = 1_000
const PRUNE_EVERY_MS = 3_600_000

/** The composition root. */
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
    'Sign-ins of administrators, by outcome.',
    'outcome',
    SIGN_IN_OUTCOMES,
  )

  const database = createDatabase({
    url: config.POSTGRES_URL,
    schema: config.POSTGRES_SCHEMA,
    max: config.POSTGRES_MAX,
    ...{ log, metrics },
  })
  const redis = createRedis({ url: config.REDIS_URL, log, metrics })
  const redisPrefix = config.REDIS_PREFIX
  const bus =
    overrides.bus ??
    (await createBus({
      url: config.NATS_URL,
      name: 'auth',
      ...{ log, metrics },
      facts: { stream: FACTS_STREAM, subjects: [subjects.factsAll] },
      signs: { subject: subjects.factAuditRecorded('auth'), signer: config.AUDIT_PRIVATE_KEY },
    }))
  const outbox = createOutbox({ database, bus, metrics })
  const audit = createAuditRecorder(database, now)

  const ownKey = createPublicKey(config.PRINCIPAL_PRIVATE_KEY).export({ type: 'spki', format: 'pem' }).toString()
  const publicKeys = `${ownKey}\n${config.PRINCIPAL_PUBLIC_KEY}`
  const signer = await createTokenSigner(config.PRINCIPAL_PRIVATE_KEY, now)
  const verifyPrincipal = await createPrincipalVerifier(publicKeys, now)

  let relaying: Repeated | undefined
  const onStored = (): void => relaying?.poke()

  const ageRules = { policy: config.AGE_POLICY, jurisdiction: config.AGE_JURISDICTION }
  const age = createAge({ database, age: ageRules, onStored, now })
  const restrictions = createRestrictions({ database, ageLocksOf: age.locksOf, onStored, now })
  const sessions = createSessions({
    ...{ database, redis, redisPrefix, bus, signer, random, now, log },
    age: ageRules,
    life: {
      ttlMs: config.SESSION_TTL_MS,
      maxMs: config.SESSION_MAX_MS,
      rotationMs: config.SESSION_ROTATION_MS,
      overlapMs: config.SESSION_OVERLAP_MS,
    },
    endingOverdueMs: config.SESSION_ENDING_OVERDUE_MS,
    readAccessToken: await createAccessTokenReader(publicKeys, now),
  })
  const login = createLogin({
    ...{ database, redis, redisPrefix, sessions, random },
    provider: overrides.loginProvider ?? discordOf(config),
    ttlMs: config.LOGIN_TTL_MS,
    forwarded: config.LOGIN_FORWARD_PARAMETERS,
  })
  const administrators = await createAdministrators({
    ...{ database, redis, redisPrefix, signer, verifyPrincipal, audit, random, now, log },
    sessionLife: { idleMs: config.ADMIN_SESSION_IDLE_MS, maxMs: config.ADMIN_SESSION_MAX_MS },
    totpRequired: config.ADMIN_TOTP_REQUIRED,
    secretsKeys: config.ADMIN_SECRETS_KEY,
    first: firstAdministrator(config),
    onSignIn: (outcome) => signIns.inc({ outcome }),
  })
  const handlers: Handlers<typeof definition> = {
    ...login.handlers,
    ...sessions.handlers,
    ...age.handlers,
    ...restrictions.handlers,
    ...createMembers({ database, audit, now }).handlers,
    ...administrators.handlers,
  }
  const server = createGrpcServer({
    ...{ definition, handlers, identity, log, metrics, verifyPrincipal, now },
    more: [serveHealth(health)],
  })

  const ports = { grpc: 0, health: 0 }
  let loops: Repeated[] = []

  function startLoops(): void {
    relaying = repeat({ name: 'outbox', work: outbox.relay, everyMs: RELAY_EVERY_MS, log })
    loops = [
      relaying,
      repeat({ name: 'session endings', work: sessions.endings.sweep, everyMs: config.SESSION_ENDING_OVERDUE_MS, log }),
      repeat({ name: 'administrator sessions and approvals', work: administrators.prune, everyMs: PRUNE_EVERY_MS, log }),
      repeat({ name: 'published events', work: outbox.prune, everyMs: PRUNE_EVERY_MS, log }),
    ]
  }

  return {
    ports,
    endings: sessions.endings,
    async start() {
      ports.health = health.port
      await awaitSchema({ database, migrations: MIGRATIONS, health, log })
      await onceAvailable({ health, log }, administrators.begin)
      startLoops()
      ports.grpc = await server.listen(config.GRPC_ADDRESS)
      health.started()
      log.info({ ports }, 'started')
    },
    async stop() {
      health.stopping()
      await server.close()
      await Promise.all(loops.map((loop) => loop.stop()))
      await health.close()
      await bus.close()
      redis.disconnect()
      await closeDatabase(database)
    },
  }
}

const discordOf = (config: Config): LoginProvider =>
  createDiscordLogin({
    clientId: config.DISCORD_CLIENT_ID,
    clientSecret: config.DISCORD_CLIENT_SECRET,
    authorizeUrl: config.DISCORD_AUTHORIZE_URL,
    apiUrl: config.DISCORD_API_URL,
    callbackUrl: `${config.PUBLIC_URL}/auth/discord/callback`,
    timeoutMs: config.DISCORD_TIMEOUT_MS,
  })

const firstAdministrator = ({ FIRST_ADMIN_NAME: name, FIRST_ADMIN_PASSWORD: password }: Config) =>
  password === undefined ? undefined : { name, password }
