import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { createDatabase, createLogger, createRedis, type Database, type GrpcClient, type Redis } from '@kla/chassis'
import { AuthServiceService as definition, type BeginLoginResponse, type CompleteLoginResponse } from '@kla/proto'
import {
  createTestClient,
  createTestPrincipals,
  infrastructure,
  isolatedSchema,
  quietLogger,
  TEST_AUDIT,
  testIdentityDirectory,
  type TestPrincipals,
  uniqueName,
} from '@kla/testkit'
import { type DiscordStandIn, startDiscordStandIn } from '../../../deploy/local/src/stand-ins/discord/index.js'
import { readConfig } from '../src/config.js'
import { type AuthService, createService, type Overrides } from '../src/service.js'

export const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url))
/** The service's own cost has a test of its own: a hash takes a fiftieth of a second. */
const CHEAP = { memoryCost: 64, timeCost: 1 }
export const CALLBACK = 'http://kla.test/auth/discord/callback'

/** Parameters of the provider's redirect. */
export interface Returned {
  readonly code: string
  readonly state: string
  readonly error: string
}

export interface Harness {
  readonly service: AuthService
  readonly client: GrpcClient<typeof definition>
  readonly discord: DiscordStandIn
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly principals: TestPrincipals
  readonly publicKeyPem: string
  /** Returns the whole log as text. */
  logged(): string
  /** Advances the clock of tokens. */
  passTime(ms: number): void
  begin(redirectBackTo?: string, persona?: string): Promise<BeginLoginResponse>
  /** Follows an authorize address over HTTP to the redirect back. */
  visit(authorizeUrl: string): Promise<Returned>
  login(persona: string, userAgent?: string): Promise<CompleteLoginResponse>
  /** Starts another pod of the service on the same stores. */
  pod(): Promise<AuthService>
  close(): Promise<void>
}

/** Starts the whole service on real PostgreSQL, Redis and NATS, with a fake Discord. */
export async function startHarness(
  environment: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<Harness> {
  const { postgresUrl, redisUrl, natsUrl } = infrastructure()
  const tables = await isolatedSchema(MIGRATIONS, 'auth')
  const principals = await createTestPrincipals()
  const { privateKeyPem, publicKeyPem } = principals
  const discord = await startDiscordStandIn({ port: 0 })
  const redisPrefix = `${uniqueName('auth')}:`
  const lines: string[] = []
  const log = createLogger({
    service: 'auth',
    level: 'trace',
    destination: { write: (line: string) => void lines.push(line) },
  })
  let passedMs = 0

  const config = readConfig({
    GRPC_ADDRESS: '127.0.0.1:0',
    HEALTH_PORT: '0',
    IDENTITY_DIR: testIdentityDirectory('auth'),
    POSTGRES_URL: postgresUrl,
    POSTGRES_SCHEMA: tables.schema,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    NATS_URL: natsUrl,
    PRINCIPAL_PRIVATE_KEY: privateKeyPem,
    AUDIT_PRIVATE_KEY: TEST_AUDIT.privateKey,
    DISCORD_CLIENT_ID: 'kla-local',
    DISCORD_CLIENT_SECRET: 'kla-local-secret',
    DISCORD_AUTHORIZE_URL: `${discord.url}/oauth2/authorize`,
    DISCORD_API_URL: `${discord.url}/api`,
    // No test waits for this timeout, and a busy machine must not end a login.
    DISCORD_TIMEOUT_MS: '8000',
    PUBLIC_URL: 'http://kla.test',
    LOGIN_FORWARD_PARAMETERS: 'persona',
    ADMIN_SECRETS_KEY: randomBytes(32).toString('base64'),
    ...environment,
  })
  const pods: AuthService[] = []
  const pod = async (): Promise<AuthService> => {
    const started = await createService(config, {
      log,
      now: () => Date.now() + passedMs,
      passwordCost: CHEAP,
      ...overrides,
    })
    pods.push(started)
    await started.start()
    return started
  }
  const service = await pod()
  const client = createTestClient({
    definition,
    address: `127.0.0.1:${service.ports.grpc}`,
    once: ['completeLogin'],
    deadlineMs: 20_000,
    attemptMs: 10_000,
  })
  const database = createDatabase({ url: postgresUrl, schema: tables.schema, log: quietLogger(), max: 2 })
  const redis = createRedis({ url: redisUrl, log: quietLogger() })

  const begin = (redirectBackTo = '', persona?: string): Promise<BeginLoginResponse> =>
    client.beginLogin({ redirectBackTo, forwardedParameters: persona === undefined ? {} : { persona } })

  async function visit(authorizeUrl: string): Promise<Returned> {
    const response = await fetch(authorizeUrl, { redirect: 'manual' })
    const location = response.headers.get('location') ?? ''
    if (!location.startsWith(CALLBACK))
      throw new Error(`the provider did not send back, but answered ${response.status}`)
    const { searchParams } = new URL(location)
    const get = (name: string): string => searchParams.get(name) ?? ''
    return { code: get('code'), state: get('state'), error: get('error') }
  }

  return {
    service,
    client,
    discord,
    database,
    redis,
    redisPrefix,
    principals,
    publicKeyPem,
    begin,
    visit,
    pod,
    logged: () => lines.join(''),
    passTime: (ms) => {
      passedMs += ms
    },
    async login(persona, userAgent = '') {
      const { authorizeUrl, browserSecret } = await begin('', persona)
      const { code, state } = await visit(authorizeUrl)
      return client.completeLogin({ code, state, browserSecret, userAgent })
    },
    async close() {
      client.close()
      for (const started of pods) await started.stop()
      const keys = await redis.keys(`${redisPrefix}*`)
      if (keys.length > 0) await redis.del(keys)
      redis.disconnect()
      await database.end()
      await discord.close()
      await tables.drop()
    },
  }
}
