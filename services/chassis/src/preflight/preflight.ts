import { setTimeout as sleep } from 'node:timers/promises'
import type { ServiceName } from '@kla/proto'
import pg from 'pg'
import { createLogger } from '../logger.js'
import { natsServers } from '../nats/bus.js'
import { sessionOptions } from '../pg.js'
import { createRedis } from '../redis.js'
import { natsFaults } from './nats-faults.js'
import { appFaults, currentRole, ownerFaults, sessionFaults, vaultFaults } from './postgres-faults.js'
import { redisFaults } from './redis-faults.js'

/** Where the value of a variable comes from: a Secret and a key in it. */
export interface SecretKey {
  readonly secret: string
  readonly key: string
}

/** Variables that must be there, and their keys. */
export type SecretKeys = Readonly<Record<string, SecretKey>>

/** What is wrong, and the database roles that worked, by schema. */
export interface Findings {
  readonly faults: readonly string[]
  readonly roles: Readonly<Record<string, string>>
}

type Environment = Readonly<Record<string, string | undefined>>

const VAULT = 'vault'
const TRY_AGAIN_MS = 500
const CONNECT_WITHIN_MS = 3_000
const STATEMENT_MS = 5_000
/** Unknown users, wrong passwords, missing databases. */
const REFUSED_LOGIN: ReadonlySet<unknown> = new Set(['28P01', '28000', '3D000'])

/** Names the keys that are missing or empty. */
export const keyFaults = (keys: SecretKeys, environment: Environment): readonly string[] =>
  Object.entries(keys)
    .filter(([variable]) => (environment[variable] ?? '') === '')
    .map(([variable, { secret, key }]) => `Secret ${secret}: the key ${key} is missing or empty (${variable})`)

/** Checks what one service needs: its keys, and the rights of its users. `waitMs`: for stores that do not answer yet. */
export async function servicePreflight(options: {
  readonly service: ServiceName
  readonly schema?: string | undefined
  readonly keys: SecretKeys
  readonly environment: Environment
  readonly waitMs: number
}): Promise<Findings> {
  const { service, schema, keys, environment, waitMs } = options
  const roles: Record<string, string> = {}
  const { POSTGRES_URL, VAULT_POSTGRES_URL, REDIS_URL, NATS_URL } = environment
  const faults = await Promise.all([
    REDIS_URL ? answered(`Redis, for ${service}`, waitMs, () => redisFaultsAt(REDIS_URL, service)) : [],
    NATS_URL ? answered(`NATS, for ${service}`, waitMs, () => natsFaults(natsServers(NATS_URL), service)) : [],
    POSTGRES_URL && schema !== undefined
      ? answered(`PostgreSQL, for ${service}`, waitMs, () =>
          inSession(POSTGRES_URL, service, VAULT_POSTGRES_URL ? [schema, VAULT] : [schema], async (client) => {
            roles[schema] = await currentRole(client)
            return appFaults(client, schema)
          }),
        )
      : [],
    VAULT_POSTGRES_URL
      ? answered(`PostgreSQL, for the vault of ${service}`, waitMs, () =>
          inSession(VAULT_POSTGRES_URL, `the vault of ${service}`, [VAULT], async (client) => {
            roles[VAULT] = await currentRole(client)
            return vaultFaults(client, VAULT)
          }),
        )
      : [],
  ])
  return { faults: [...keyFaults(keys, environment), ...faults.flat()], roles }
}

/** Checks what migrations need: the owners' keys, whose names are the schemas, and what new tables give `roles`. */
export async function ownersPreflight(options: {
  readonly keys: SecretKeys
  readonly environment: Environment
  readonly roles: Findings['roles']
  readonly waitMs: number
}): Promise<readonly string[]> {
  const { keys, environment, roles, waitMs } = options
  const faults = await Promise.all(
    Object.entries(keys).map(async ([variable, { key: schema }]) => {
      const url = environment[variable]
      if (!url) return []
      return answered(`PostgreSQL, for the owner of ${schema}`, waitMs, () =>
        inPostgres(url, `the owner of ${schema}`, async (client) => [
          ...(await ownerFaults(client, schema, roles[schema])),
          ...(schema === 'evidence' ? await ownerFaults(client, VAULT, roles[VAULT], 'vault') : []),
        ]),
      )
    }),
  )
  return [...keyFaults(keys, environment), ...faults.flat()]
}

async function answered(
  store: string,
  waitMs: number,
  ask: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const end = performance.now() + waitMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() + TRY_AGAIN_MS > end) return [`${store}: no answer (${(error as Error).message})`]
      await sleep(TRY_AGAIN_MS)
    }
  }
}

async function redisFaultsAt(url: string, service: ServiceName): Promise<readonly string[]> {
  const redis = createRedis({ url, log: createLogger({ service: 'preflight', level: 'silent' }) })
  return redisFaults(redis, service).finally(() => redis.disconnect())
}

type Ask = (client: pg.Client) => Promise<readonly string[]>

/** Asks over a connection as the service opens it. */
const inSession = (url: string, user: string, searchPath: readonly string[], ask: Ask): Promise<readonly string[]> =>
  inPostgres(url, user, async (client) => [...(await ask(client)), ...(await sessionFaults(client, searchPath))], {
    options: sessionOptions(searchPath.join()),
    statement_timeout: STATEMENT_MS,
  })

async function inPostgres(
  url: string,
  user: string,
  ask: Ask,
  settings: pg.ClientConfig = {},
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS, ...settings })
  // An unhandled error event would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await ask(client)
  } catch (error) {
    if (!REFUSED_LOGIN.has((error as { code?: unknown }).code)) throw error
    return [`PostgreSQL: the user of ${user} cannot log in (${(error as { code: string }).code})`]
  } finally {
    await client.end().catch(() => undefined)
  }
}
