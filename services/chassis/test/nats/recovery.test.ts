import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type Bus,
  createBus,
  createDatabase,
  createMetrics,
  createOutbox,
  insertEvent,
  inTransaction,
  type Logger,
  type Metrics,
  natsServers,
  newId,
  repeat,
} from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { eventually, isolatedSchema, openSilentAddress, quietLogger, uniqueName } from '@kla/testkit'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { createMortalServer } from '../support/mortal-server.js'
import { freePort, openPrivateServers, type PrivateServers } from '../support/private-servers.js'

const BACK_WITHIN_MS = 20_000
const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }
const text = (data: Uint8Array): string => Buffer.from(data).toString()

let servers: PrivateServers
let port: number
let server: ChildProcess
let operator: NatsConnection
let manager: JetStreamManager
const opened: (() => unknown)[] = []

const url = (): string => `nats://kla:pass@127.0.0.1:${port}`
const startServer = async (): Promise<void> => {
  server = await servers.start(port, 'nats-server', ['-c', 'nats.conf'])
}
async function stopServer(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const exited = once(server, 'exit')
  server.kill(signal)
  await exited
}
async function copyStore(): Promise<void> {
  await stopServer()
  await cp(join(servers.directory, 'store'), join(servers.directory, 'copy'), { recursive: true })
  await startServer()
}
async function restoreCopy(): Promise<void> {
  await stopServer('SIGKILL')
  await rm(join(servers.directory, 'store'), { recursive: true })
  await rename(join(servers.directory, 'copy'), join(servers.directory, 'store'))
  await startServer()
}
/** `permissions`: of the user `kla`; all unless given. */
const configure = (permissions = ''): Promise<void> =>
  servers.write(
    'nats.conf',
    `listen: 127.0.0.1:${port}
     jetstream { store_dir: "${servers.directory}/store" }
     authorization { users: [{ user: kla, password: pass${permissions} }, { user: operator, password: pass }] }`,
  )
async function reconfigure(permissions?: string): Promise<void> {
  await configure(permissions)
  server.kill('SIGHUP')
}

beforeAll(async () => {
  servers = await openPrivateServers()
  port = await freePort()
  await configure()
  await startServer()
  operator = await connect({
    ...natsServers(url().replace('kla:', 'operator:')),
    timeout: 1_000,
    reconnectTimeWait: 50,
    maxReconnectAttempts: -1,
  })
  manager = await jetstreamManager(operator)
}, 30_000)
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})
afterAll(async () => {
  await operator?.close()
  await servers?.close()
})

/** Messages of warnings, as they are logged. */
function warningsOf(log: Logger): string[] {
  const warnings: string[] = []
  log.warn = ((_about: unknown, message: string) => void warnings.push(message)) as Logger['warn']
  return warnings
}

interface Opened {
  readonly bus: Bus
  readonly metrics: Metrics
  readonly warnings: string[]
}

async function openBus(options: { url?: string; onReconnect?: () => void } = {}): Promise<Opened> {
  const [metrics, log] = [createMetrics('test'), quietLogger()]
  const warnings = warningsOf(log)
  const bus = await createBus({ url: url(), name: 'test', log, metrics, events, ...options })
  opened.push(() => bus.close())
  return { bus, metrics, warnings }
}

/** A running consumer that has handled one event. */
async function consuming(options: { handle?: (event: string) => Promise<void> } = {}) {
  const line = await openBus()
  const [subject, durable] = [`kla.events.test.${uniqueName('s')}`, uniqueName('d')]
  const handled: string[] = []
  const consumer = await line.bus.consumeEvents({ subject, durable }, async ({ data }) => {
    await options.handle?.(text(data))
    handled.push(text(data))
  })
  opened.push(() => consumer.close())
  const publish = (event: string): Promise<void> => line.bus.publishEvent(subject, newId(), Buffer.from(event))
  await publish('first')
  await eventually(() => expect(handled).toEqual(['first']), 10_000)
  return { ...line, subject, durable, handled, publish }
}

describe('a running consumer', () => {
  test('is created again when its durable is deleted, and handles every stored event', async () => {
    const { durable, handled, publish, warnings, metrics } = await consuming()
    await manager.consumers.delete(EVENTS_STREAM, durable)
    await publish('second')
    await eventually(() => expect(handled).toEqual(['first', 'first', 'second']), BACK_WITHIN_MS)
    expect(warnings).toContain('event stream or consumer was gone and is created again')
    const scrape = await metrics.registry.metrics()
    expect(scrape).toContain(`kla_events_recreated_total{resource="${durable}",service="test"} 1`)
  }, 40_000)

  test('is created again when its durable is deleted while it handles an event', async () => {
    let resume = (): void => undefined
    const { durable, handled, publish } = await consuming({
      handle: (event) => (event === 'slow' ? new Promise<void>((resolve) => (resume = resolve)) : Promise.resolve()),
    })
    const before = resume
    await publish('slow')
    await eventually(() => expect(resume).not.toBe(before), 10_000)
    await manager.consumers.delete(EVENTS_STREAM, durable)
    const [first] = [resume]
    first()
    await eventually(() => expect(resume).not.toBe(first), BACK_WITHIN_MS)
    resume()
    await publish('next')
    await eventually(() => expect(handled.at(-1)).toBe('next'), BACK_WITHIN_MS)
  }, 60_000)

  test('continues with a new stream when the stream is deleted', async () => {
    const { handled, publish, warnings, metrics } = await consuming()
    await manager.streams.delete(EVENTS_STREAM)
    await publish('second')
    await eventually(() => expect(handled).toEqual(['first', 'second']), BACK_WITHIN_MS)
    expect(warnings).toContain('event stream or consumer was gone and is created again')
    expect(await metrics.registry.metrics()).toContain('kla_events_recreated_total{resource="stream",service="test"} 1')
  }, 40_000)

  test('continues when the server restarts without its files', async () => {
    const { handled, publish } = await consuming()
    await stopServer('SIGKILL')
    await rm(join(servers.directory, 'store'), { recursive: true })
    await startServer()
    await eventually(() => publish('second'), BACK_WITHIN_MS)
    await eventually(() => expect(handled).toContain('second'), BACK_WITHIN_MS)
  }, 60_000)

  test('continues when the server restarts with its files, and handles each event once', async () => {
    const { durable, handled, publish } = await consuming()
    const pending = async () => (await manager.consumers.info(EVENTS_STREAM, durable)).num_ack_pending
    await eventually(async () => expect(await pending()).toBe(0))
    await stopServer()
    await startServer()
    await eventually(() => publish('second'), BACK_WITHIN_MS)
    await eventually(() => expect(handled).toEqual(['first', 'second']), BACK_WITHIN_MS)
  }, 60_000)

  test('reports that it cannot consume, and NATS as missing, while it lacks permission', async () => {
    const { durable, bus, subject, metrics } = await consuming()
    expect(await metrics.dependencies.get('nats')?.()).toBe(true)
    opened.push(() => reconfigure())
    await reconfigure(`, permissions { publish { deny: "$JS.API.CONSUMER.>" } }`)
    // A server that reads its configuration again has no JetStream for a moment.
    await eventually(() => manager.consumers.delete(EVENTS_STREAM, durable))
    await eventually(async () => expect(await metrics.dependencies.get('nats')?.()).toBe(false), BACK_WITHIN_MS)
    expect(await metrics.registry.metrics()).toContain(`kla_events_consuming{durable="${durable}",service="test"} 0`)
    expect(bus.connected()).toBe(true)
    await reconfigure()
    await eventually(async () => expect(await metrics.dependencies.get('nats')?.()).toBe(true), BACK_WITHIN_MS)
    expect((await manager.consumers.info(EVENTS_STREAM, durable)).config.filter_subject).toBe(subject)
  }, 60_000)
})

describe('an outbox', () => {
  /** Stores events and relays them; a consumer handles them after `consume`. */
  async function relaying() {
    const { bus } = await openBus()
    const log = quietLogger()
    const tables = await isolatedSchema(fileURLToPath(new URL('../support/outbox-tables', import.meta.url)), 'outbox')
    const database = createDatabase({ url: tables.url, schema: tables.schema, log })
    opened.push(
      () => tables.drop(),
      () => database.end(),
    )
    // Looks at the stream ten times as often.
    const outbox = createOutbox({ database, bus, uptimeMs: () => 10 * performance.now() })
    const relay = repeat({ name: 'outbox', work: outbox.relay, everyMs: 50, log })
    opened.push(() => relay.stop())
    const [subject, durable] = [`kla.events.test.${uniqueName('s')}`, uniqueName('d')]
    const handled: string[] = []
    return {
      bus,
      handled,
      publish: async (event: string): Promise<void> => {
        await inTransaction(database, (tx) =>
          insertEvent(tx, { subject, eventId: newId(), payload: Buffer.from(event) }),
        )
        const unsent = async () => (await database.query('SELECT FROM outbox WHERE sent_at IS NULL')).rows
        await eventually(async () => expect(await unsent()).toEqual([]), BACK_WITHIN_MS)
      },
      consume: async (): Promise<() => Promise<void>> => {
        const consumer = await bus.consumeEvents(
          { subject, durable },
          async ({ data }) => void handled.push(text(data)),
        )
        opened.push(() => consumer.close())
        return consumer.close
      },
    }
  }

  test('republishes events that were unhandled when the stream was deleted, and each is handled once', async () => {
    const { handled, publish, consume } = await relaying()
    const pause = await consume()
    await publish('before')
    await eventually(() => expect(handled).toEqual(['before']), BACK_WITHIN_MS)
    await pause()
    await publish('lost')
    await manager.streams.delete(EVENTS_STREAM)
    await consume()
    await eventually(() => expect(handled).toContain('lost'), BACK_WITHIN_MS)
    await publish('after')
    await eventually(() => expect(handled).toContain('after'), BACK_WITHIN_MS)
    // Handlers take a second time what they have handled, never a third.
    expect(handled).toEqual(['before', 'before', 'lost', 'after'])
  }, 60_000)

  test('republishes what a server restored from an old copy lacks', async () => {
    const { bus, handled, publish, consume } = await relaying()
    await publish('kept')
    await copyStore()
    await publish('lost')
    await publish('lost too')
    // Seen by this process, whenever it looks by itself.
    await eventually(() => bus.streamWholeSinceMs(), BACK_WITHIN_MS)
    await restoreCopy()
    await consume()
    await eventually(() => expect(handled).toContain('lost too'), BACK_WITHIN_MS)
    expect(handled).toEqual(['kept', 'lost', 'lost too'])
  }, 60_000)

  test('republishes what a server lost with its files', async () => {
    const { handled, publish, consume } = await relaying()
    await publish('lost')
    await stopServer('SIGKILL')
    await rm(join(servers.directory, 'store'), { recursive: true })
    await startServer()
    await consume()
    await eventually(() => expect(handled).toEqual(['lost']), BACK_WITHIN_MS)
  }, 60_000)
})

describe('a publisher', () => {
  test('recreates the stream when no other process does', async () => {
    const { bus } = await openBus()
    await manager.streams.delete(EVENTS_STREAM)
    const subject = `kla.events.test.${uniqueName('s')}`
    await bus.publishEvent(subject, newId(), Buffer.from('alone'))
    const message = await manager.streams.getMessage(EVENTS_STREAM, { last_by_subj: subject })
    expect(message?.string()).toBe('alone')
  })

  test('notices when it reconnects that the stream lacks what was acknowledged since the last look', async () => {
    const { bus, warnings } = await openBus()
    await copyStore()
    const wholeSinceMs = await eventually(() => bus.streamWholeSinceMs(), BACK_WITHIN_MS)
    await bus.publishEvent(`kla.events.test.${uniqueName('s')}`, newId(), Buffer.from('lost'))
    await restoreCopy()
    await eventually(() => expect(warnings).toContain('event stream has lost its latest events'), BACK_WITHIN_MS)
    expect(await bus.streamWholeSinceMs()).toBeGreaterThan(wholeSinceMs)
  }, 60_000)
})

describe('a subscription', () => {
  test('is renewed when the server has ended it, and reports that messages may be missing', async () => {
    let outages = 0
    const { bus, warnings } = await openBus({ onReconnect: () => (outages += 1) })
    const subject = `kla.test.${uniqueName('s')}`
    const received: string[] = []
    await bus.subscribe(subject, ({ data }) => received.push(text(data)))
    await reconfigure(`, permissions { subscribe { deny: "kla.test.>" } }`)
    await eventually(() => expect(warnings).toContain('subscription ended; subscribing again'), 10_000)
    await reconfigure()
    await eventually(() => expect(outages).toBeGreaterThan(0), BACK_WITHIN_MS)
    operator.publish(subject, 'again')
    await eventually(() => expect(received).toEqual(['again']), 10_000)
  }, 60_000)
})

describe('a first connection', () => {
  test('waits for a user that does not exist yet', async () => {
    const early = openBus({ url: url().replace('kla:', 'later:') })
    let settled = false
    void early.then(() => (settled = true))
    const refused = await operator.request('$SYS.none', '', { timeout: 1_000 }).catch(() => 'asked')
    expect([refused, settled]).toEqual(['asked', false])
    await servers.write(
      'nats.conf',
      `listen: 127.0.0.1:${port}
       jetstream { store_dir: "${servers.directory}/store" }
       authorization { users: [{ user: later, password: pass }, { user: kla, password: pass }, { user: operator, password: pass }] }`,
    )
    server.kill('SIGHUP')
    expect((await early).bus.connected()).toBe(true)
    await reconfigure()
  }, 30_000)
})

describe('a server behind an address that drops connections', () => {
  test('delays a client that only subscribes by no more than five seconds when another server is back', async () => {
    const [lost, back] = [await freePort(), await freePort()]
    const former = await servers.start(lost, 'nats-server', ['-p', String(lost)])
    const bus = await createBus({
      url: `nats://127.0.0.1:${lost},nats://127.0.0.1:${back}`,
      name: 'test',
      log: quietLogger(),
    })
    opened.push(() => bus.close())
    const subject = `kla.test.${uniqueName('s')}`
    const received: string[] = []
    await bus.subscribe(subject, ({ data }) => received.push(text(data)))
    const ended = once(former, 'exit')
    former.kill()
    await ended
    const silent = await openSilentAddress(lost)
    opened.push(silent.close)
    await eventually(() => expect(bus.connected()).toBe(false))
    await servers.start(back, 'nats-server', ['-p', String(back)])
    const backAt = performance.now()
    const speaker = await connect({ servers: `127.0.0.1:${back}` })
    opened.push(() => speaker.close())
    await eventually(() => {
      speaker.publish(subject, 'live')
      expect(received).toContain('live')
    }, BACK_WITHIN_MS)
    expect(performance.now() - backAt).toBeLessThan(5_000)
  }, 60_000)

  test('is left when it falls silent', async () => {
    const mortal = await createMortalServer(url())
    opened.push(() => mortal.close())
    const { bus } = await openBus({ url: mortal.url })
    const subject = `kla.test.${uniqueName('s')}`
    const received: string[] = []
    await bus.subscribe(subject, ({ data }) => received.push(text(data)))
    mortal.die()
    await eventually(() => expect(bus.connected()).toBe(false), 10_000)
    mortal.replace()
    await eventually(() => {
      operator.publish(subject, 'live')
      expect(received).toContain('live')
    }, 10_000)
  }, 40_000)
})
