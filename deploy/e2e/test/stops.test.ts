import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Platform, startPlatform } from '@kla/local'
import { eventually, infrastructure } from '@kla/testkit'
import pg from 'pg'
import { SHORT_PHASES } from '../src/platform/index.js'

/**
 * Every process ends by itself, with 0 and within STOP_WITHIN_MS, whatever it cannot reach any more; and starts by itself,
 * whenever what it needs is there: servers, and the tables that its release was written for.
 */

const SERVICES = [
  ...(['auth', 'rooms', 'game-engine', 'media-signalling'] as const),
  ...(['library', 'commerce', 'moderation', 'evidence', 'gateway'] as const),
]

/** The way to PostgreSQL: cut it refuses, frozen it takes everything and answers nothing. */
interface Way {
  readonly url: string
  cut(): void
  freeze(): void
  mend(): void
  close(): void
}

async function openWay(to: string): Promise<Way> {
  const target = new URL(to)
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'frozen' = 'open'
  const server: Server = createServer((socket) => {
    if (state === 'cut') return void socket.destroy()
    const behind = connect(Number(target.port), target.hostname)
    for (const one of [socket, behind]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => sockets.delete(one))
    }
    socket.on('data', (data) => state === 'open' && behind.write(data))
    behind.on('data', (data) => state === 'open' && socket.write(data))
    socket.on('close', () => behind.destroy())
    behind.on('close', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(to)
  Object.assign(url, { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) })
  const end = (): void => sockets.forEach((socket) => socket.destroy())
  return {
    url: url.href,
    cut() {
      state = 'cut'
      end()
    },
    freeze: () => void (state = 'frozen'),
    mend() {
      end()
      state = 'open'
    },
    close() {
      end()
      server.close()
    },
  }
}

let way: Way
let platform: Platform
let slots: readonly { readonly health: number }[]
beforeAll(async () => {
  way = await openWay(infrastructure().postgresUrl)
  platform = await startPlatform({
    infrastructure: { postgresUrl: way.url },
    ownDatabase: true,
    environment: { ...SHORT_PHASES, STOP_WITHIN_MS: '18000' },
  })
  slots = SERVICES.flatMap((service) => platform.running(service)).map(({ slot }) => slot)
}, 120_000)
afterAll(async () => {
  await platform?.close()
  way?.close()
}, 120_000)

/** How all of them ended after the signal. */
async function stopAll(): Promise<Record<string, string>> {
  const ends = SERVICES.flatMap((service) => platform.running(service)).map(async (process) => {
    await platform.stop(process)
    return [process.service, await process.exited] as const
  })
  return Object.fromEntries(await Promise.all(ends))
}

const ALL_WELL = Object.fromEntries(SERVICES.map((service) => [service, 'code 0']))

describe('processes without their stores', () => {
  test('stop in time while Redis, NATS and PostgreSQL hang', async () => {
    const servers = [platform.infrastructure.redis.process, platform.infrastructure.nats.process]
    way.freeze()
    for (const server of servers) server?.signal('SIGSTOP')
    const ends = await stopAll()
    for (const server of servers) server?.signal('SIGCONT')
    way.mend()
    expect(ends).toEqual(ALL_WELL)
  }, 60_000)

  test('stop in time while Redis, NATS and PostgreSQL are down', async () => {
    for (const service of SERVICES) await platform.start(service)
    way.cut()
    await Promise.all([platform.infrastructure.redis.stop(), platform.infrastructure.nats.stop()])
    expect(await stopAll()).toEqual(ALL_WELL)
  }, 180_000)

  /** The probes of a process: liveness and readiness. */
  const probesOf = async ({ health }: { health: number }): Promise<string> => {
    const statuses = ['/healthz', '/readyz'].map(
      async (path) => (await fetch(`http://127.0.0.1:${health}${path}`)).status,
    )
    return (await Promise.all(statuses)).join()
  }

  test('start alive but not ready until the stores are back', async () => {
    const starts = SERVICES.map((service) => platform.start(service))
    for (const slot of slots) await eventually(async () => expect(await probesOf(slot)).toBe('200,503'), 60_000)
    way.mend()
    await Promise.all([platform.infrastructure.redis.restart(), platform.infrastructure.nats.restart()])
    await Promise.all(starts)
    for (const slot of slots) expect(await probesOf(slot)).toBe('200,200')
  }, 180_000)

  const OWNERS = ['auth', 'rooms', 'engine', 'library', 'commerce', 'moderation', 'evidence']

  /** Renames every schema of the platform's database. */
  async function renameSchemas(nameOf: (owner: string) => readonly [from: string, to: string]): Promise<void> {
    const url = new URL(infrastructure().postgresUrl)
    url.pathname = `/${platform.database}`
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    for (const owner of OWNERS) {
      const [from, to] = nameOf(owner)
      await client.query(`ALTER SCHEMA ${from} RENAME TO ${to}`)
    }
    await client.end()
  }

  test('become ready once their tables exist and are alive before', async () => {
    const withTables = ['auth', 'rooms', 'game-engine', 'library', 'commerce', 'moderation', 'evidence'] as const
    for (const service of withTables) for (const process of platform.running(service)) await platform.stop(process)
    await renameSchemas((owner) => [owner, `${owner}_away`])
    const starts = withTables.map((service) => platform.start(service))
    const health = SERVICES.flatMap((service, index) =>
      (withTables as readonly string[]).includes(service) ? [slots[index] as { health: number }] : [],
    )
    for (const slot of health) await eventually(async () => expect(await probesOf(slot)).toBe('200,503'), 60_000)
    // Each has asked for its tables by now and found none; none may have ended, and none may serve without them.
    for (const slot of health) expect(await probesOf(slot)).toBe('200,503')
    await renameSchemas((owner) => [`${owner}_away`, owner])
    await Promise.all(starts)
    for (const slot of health) expect(await probesOf(slot)).toBe('200,200')
  }, 180_000)
})
