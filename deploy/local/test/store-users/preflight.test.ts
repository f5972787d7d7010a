import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import {
  createBus,
  createMetrics,
  createRedis,
  natsPermissions,
  type Redis,
  REDIS_USERS,
  redisCommands,
  redisKeysOf,
  redisRules,
  storeUserName,
} from '@kla/chassis'
import { EVENTS_STREAM, type ServiceName, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'
import { natsFaults, subscriptionFaults } from '../../../../services/chassis/src/preflight/nats-faults.js'
import { redisFaults } from '../../../../services/chassis/src/preflight/redis-faults.js'
import { watchRights } from '../../../../services/chassis/src/preflight/watch-rights.js'
import { provision, type SchemaAccess, unprovision } from '../../src/infrastructure/provision.js'
import { SERVICES } from '../../src/platform/services.js'
import { ROOT } from '../../src/root.js'
import { openServer, type PrivateNats } from './private-nats.js'
import { startStores, type Stores } from './stores.js'

const COMMAND = `${ROOT}services/chassis/dist/preflight/preflight-main.js`
const OWNER_KEYS = { secret: 'kla-postgres-owners' }

const database = uniqueName('kla_preflight')
let stores: Stores
let access: Awaited<ReturnType<typeof provision>>
let operator: Redis
let directory: string
beforeAll(async () => {
  stores = await startStores()
  const options = { adminUrl: infrastructure().postgresUrl, database, passwordOf: (role: string) => `hush ${role}` }
  access = await provision(options)
  operator = createRedis({ url: stores.redis.url, log: quietLogger() })
  directory = await mkdtemp(join(tmpdir(), 'kla-preflight-'))
})
afterAll(async () => {
  operator.disconnect()
  await stores.stop()
  await unprovision(infrastructure().postgresUrl, database)
  await rm(directory, { recursive: true })
})

const inDatabase = async (sql: string, url = infrastructure().postgresUrl): Promise<void> => {
  const address = new URL(url)
  address.pathname = `/${database}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

const schemaOf = (service: ServiceName): SchemaAccess | undefined =>
  access[(service === 'game-engine' ? 'engine' : service) as keyof typeof access]

/** Environment of one service's container, as the chart gives it. */
function environmentOf(service: ServiceName): Record<string, string> {
  const schema = schemaOf(service)
  return {
    NATS_URL: stores.nats.urlOf(service),
    ...((REDIS_USERS as readonly string[]).includes(service) ? { REDIS_URL: stores.redis.urlOf(service) } : {}),
    ...(schema
      ? { POSTGRES_URL: schema.appUrl, PREFLIGHT_SCHEMA: service === 'game-engine' ? 'engine' : service }
      : {}),
    ...(schema?.vaultUrl ? { VAULT_POSTGRES_URL: schema.vaultUrl } : {}),
  }
}

const keysOf = (environment: Record<string, string>, service: ServiceName): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.keys(environment)
        .filter((name) => name.endsWith('_URL'))
        .map((name) => [name, { secret: `kla-${name.split('_').at(-2)?.toLowerCase()}`, key: service }]),
    ),
  )

const run = (what: string, environment: Record<string, string>): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], PREFLIGHT_DIRECTORY: directory, WAIT_MS: '1000', ...environment }
    const child = execFile(process.execPath, [COMMAND, what], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out: out + error }),
    )
  })

/** Runs the whole Job: the given services, then the report. */
async function preflight(
  services: readonly ServiceName[],
  change: (environment: Record<string, string>) => void = () => undefined,
): Promise<{ code: number; faults: string[]; out: string }> {
  for (const file of await readdir(directory)) await rm(join(directory, file))
  let all = ''
  await Promise.all(
    services.map(async (service) => {
      const environment = environmentOf(service)
      const keys = keysOf(environment, service)
      change(environment)
      const { out } = await run(service, { ...environment, PREFLIGHT_KEYS: keys })
      all += out
    }),
  )
  const owners = services.flatMap((service) => {
    const schema = schemaOf(service)
    return schema ? [[service === 'game-engine' ? 'engine' : service, schema.ownerUrl] as const] : []
  })
  const urls = Object.fromEntries(owners.map(([owner, url]) => [`OWNER_URL_${owner.toUpperCase()}`, url]))
  const keys = Object.fromEntries(owners.map(([key]) => [`OWNER_URL_${key.toUpperCase()}`, { ...OWNER_KEYS, key }]))
  change(urls)
  const { code, out } = await run('report', { ...urls, PREFLIGHT_KEYS: JSON.stringify(keys) })
  const faults = out.split('\n').flatMap((line) => (line.startsWith('  - ') ? [line.slice(4)] : []))
  return { code, faults, out: all + out }
}

describe('the preflight', () => {
  test('finds nothing in stores whose users have the rights of the table', async () => {
    expect(await preflight(SERVICES)).toMatchObject({ code: 0, faults: [] })
  })

  test('names exactly the right that was taken away in each store, all at once, and no password', async () => {
    await operator.call('ACL', 'SETUSER', storeUserName('rooms'), '-zadd')
    await inDatabase(`ALTER DEFAULT PRIVILEGES FOR ROLE ${database}_rooms_owner IN SCHEMA rooms
      REVOKE DELETE ON TABLES FROM ${database}_rooms_app`)
    await inDatabase(`REVOKE USAGE ON SCHEMA vault FROM ${database}_evidence_vault`)
    const { code, faults, out } = await preflight(['rooms', 'evidence'])
    await operator.call('ACL', 'SETUSER', storeUserName('rooms'), 'resetkeys', '-@all', ...redisRules('rooms'))
    await inDatabase(`ALTER DEFAULT PRIVILEGES FOR ROLE ${database}_rooms_owner IN SCHEMA rooms
      GRANT DELETE ON TABLES TO ${database}_rooms_app`)
    await inDatabase(`GRANT USAGE ON SCHEMA vault TO ${database}_evidence_vault`)
    expect(code).toBe(1)
    expect(faults).toEqual([
      `PostgreSQL: ${database}_evidence_vault lacks USAGE on the schema vault`,
      `PostgreSQL: ${database}_rooms_owner gives ${database}_rooms_app no DELETE on tables that it creates in rooms`,
      'Redis: the user of rooms may not run zadd',
    ])
    for (const secret of [stores.passwords.redis.rooms, stores.passwords.nats.rooms, 'hush'])
      expect(out).not.toContain(secret)
  })

  test('names a table that the service cannot read', async () => {
    await inDatabase('CREATE TABLE library.hidden (id int)', schemaOf('library')!.ownerUrl)
    await inDatabase(`REVOKE SELECT ON library.hidden FROM ${database}_library_app`)
    const { faults } = await preflight(['library'])
    await inDatabase('DROP TABLE library.hidden', schemaOf('library')!.ownerUrl)
    expect(faults).toEqual([`PostgreSQL: ${database}_library_app lacks SELECT on library.hidden`])
  })

  test('names exactly the key that is missing, by Secret and key', async () => {
    const { code, faults } = await preflight(['auth', 'rooms'], (environment) => {
      if (environment['PREFLIGHT_SCHEMA'] === 'rooms') delete environment['NATS_URL']
    })
    expect({ code, faults }).toEqual({
      code: 1,
      faults: ['Secret kla-nats: the key rooms is missing or empty (NATS_URL)'],
    })
  })

  test('names an owner whose address is missing, a wrong password and a store that does not answer', async () => {
    const wrong = (url = ''): string => url.replace(/:[^:@]*@/, ':wrong@')
    const { faults } = await preflight(['rooms'], (environment) => {
      delete environment['OWNER_URL_ROOMS']
      if (environment['POSTGRES_URL']) environment['POSTGRES_URL'] = wrong(environment['POSTGRES_URL'])
      if (environment['REDIS_URL']) environment['REDIS_URL'] = wrong(environment['REDIS_URL'])
      if (environment['NATS_URL']) environment['NATS_URL'] = 'nats://kla-rooms:x@127.0.0.1:1'
    })
    expect(faults).toEqual([
      expect.stringMatching(/^NATS, for rooms: no answer \(/),
      'PostgreSQL: the user of rooms cannot log in (28P01)',
      'Redis: the user of rooms is unknown, or its password is wrong',
      'Secret kla-postgres-owners: the key rooms is missing or empty (OWNER_URL_ROOMS)',
    ])
  })
})

describe.each(REDIS_USERS)('the preflight of %s in Redis', (user) => {
  let redis: Redis
  beforeAll(() => {
    redis = createRedis({ url: stores.redis.urlOf(user), log: quietLogger() })
  })
  afterAll(() => redis.disconnect())
  afterEach(() => operator.call('ACL', 'SETUSER', storeUserName(user), 'resetkeys', '-@all', ...redisRules(user)))

  test('names each command, when it is taken away, and nothing else', async () => {
    for (const command of redisCommands(user)) {
      await operator.call('ACL', 'SETUSER', storeUserName(user), `-${command}`)
      expect(await redisFaults(redis, user)).toEqual([`Redis: the user of ${user} may not run ${command}`])
      await operator.call('ACL', 'SETUSER', storeUserName(user), `+${command}`)
    }
  })

  test('names the keys, when they are taken away', async () => {
    await operator.call('ACL', 'SETUSER', storeUserName(user), 'resetkeys', '~kla:elsewhere:*')
    expect(await redisFaults(redis, user)).toEqual([`Redis: the user of ${user} may not use keys ${redisKeysOf(user)}`])
  })
})

describe('the preflight in NATS', () => {
  let server: PrivateNats
  afterEach(() => server.stop())

  test.each(['moderation', 'gateway', 'media-signalling'] as const)(
    'names each right of %s, when it is taken away, and nothing else',
    async (service) => {
      const { publish, subscribe } = natsPermissions(service)
      const without = [
        ...publish.allow.map((subject) => [`publish ${subject}`, 'publish', subject] as const),
        ...subscribe.allow.map((subject) => [`subscribe to ${subject}`, 'subscribe', subject] as const),
      ]
      const users = without.map(([, kind, taken], index) => ({
        user: `u${index}`,
        password: 'p1',
        permissions: {
          // nats-server takes an empty list for everything.
          publish: { allow: ['none', ...publish.allow.filter((one) => kind !== 'publish' || one !== taken)] },
          subscribe: { allow: ['none', ...subscribe.allow.filter((one) => kind !== 'subscribe' || one !== taken)] },
        },
      }))
      server = await openServer({ authorization: { users } })
      for (const [index, [right]] of without.entries()) {
        const user = { servers: server.address, user: `u${index}`, pass: 'p1' }
        const faults = await natsFaults(user, service)
        expect(faults).toEqual([`NATS: the user of ${service} may not ${right}`])
        const connection = await connect(user)
        const atStart = await subscriptionFaults(connection, service)
        expect(atStart).toEqual(right.startsWith('subscribe') ? faults : [])
        expect(connection.isClosed()).toBe(false)
        await connection.close()
      }
    },
  )

  test('asks at the start of a service over its only connection, which goes on receiving', async () => {
    const [taken = '', ...allow] = natsPermissions('gateway').subscribe.allow
    const users = [
      { user: 'gateway', password: 'p1', permissions: { publish: { allow: ['>'] }, subscribe: { allow } } },
    ]
    server = await openServer({ authorization: { users }, max_connections: 1 })
    const metrics = createMetrics('gateway')
    const url = `nats://gateway:p1@${server.address}`
    const bus = await createBus({ url, name: 'gateway', log: quietLogger(), metrics })
    const fault = `NATS: the user of gateway may not subscribe to ${taken}`
    await eventually(() => expect(metrics.rights.get('nats')).toEqual([fault]))
    const received: string[] = []
    await bus.subscribe(subjects.lobbyChanged, ({ subject }) => received.push(subject))
    bus.publish(subjects.lobbyChanged, new Uint8Array())
    await eventually(() => expect(received).toEqual([subjects.lobbyChanged]))
    await bus.close()
  })

  test('delivers no message and stores no event', async () => {
    server = await openServer({ jetstream: { store_dir: join(directory, 'js') } })
    const nats: NatsConnection = await connect({ servers: server.address })
    const manager = await jetstreamManager(nats)
    await manager.streams.add({ name: EVENTS_STREAM, subjects: [subjects.eventsAll] })
    const received: string[] = []
    nats.subscribe('kla.>', { callback: (_, { subject }) => void received.push(subject) })
    for (const service of SERVICES) expect(await natsFaults({ servers: server.address }, service)).toEqual([])
    await nats.flush()
    expect(received).toEqual([])
    expect((await manager.streams.info(EVENTS_STREAM)).state.messages).toBe(0)
    await nats.close()
  })

  test('says that the user is unknown', async () => {
    server = await openServer({ authorization: { users: [{ user: 'a', password: 'b' }] } })
    expect(await natsFaults({ servers: server.address, user: 'a', pass: 'c' }, 'auth')).toEqual([
      'NATS: the user of auth is unknown, or its password is wrong',
    ])
  })
})

describe('watchRights', () => {
  test('reports faults as a metric until the store has given the right', async () => {
    const metrics = createMetrics('auth')
    const answers = [['one', 'two'], []]
    const seen: string[] = []
    await watchRights({
      store: 'redis',
      ask: async () => {
        seen.push(await metrics.registry.getSingleMetricAsString('kla_preflight_faults'))
        return answers.shift() ?? []
      },
      closed: () => false,
      metrics,
      log: quietLogger(),
      askAgainMs: 1,
    })
    seen.push(await metrics.registry.getSingleMetricAsString('kla_preflight_faults'))
    expect(seen.map((text) => /\} (\d+)$/m.exec(text)?.[1])).toEqual([undefined, '2', '0'])
  })
})
