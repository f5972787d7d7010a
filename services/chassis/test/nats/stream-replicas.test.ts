import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { createBus, EnvironmentError, natsServers } from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger } from '@kla/testkit'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { freePort, openPrivateServers, type PrivateServers } from '../support/private-servers.js'

const NAMES = ['a', 'b', 'c'] as const
const events = { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] }

let servers: PrivateServers
let url: string
let operator: NatsConnection
let manager: JetStreamManager
beforeAll(async () => {
  servers = await openPrivateServers()
  const ports = await Promise.all(NAMES.map(async () => ({ clients: await freePort(), routes: await freePort() })))
  const routes = ports.map((port) => `nats://127.0.0.1:${port.routes}`).join(', ')
  await Promise.all(
    ports.map(async (port, at) => {
      await servers.write(
        `${at}.conf`,
        `listen: 127.0.0.1:${port.clients}
         server_name: ${NAMES[at]}
         jetstream { store_dir: "${servers.directory}/${at}" }
         cluster { name: kla, listen: 127.0.0.1:${port.routes}, routes: [${routes}] }`,
      )
      return servers.start(port.clients, 'nats-server', ['-c', `${at}.conf`])
    }),
  )
  url = ports.map((port) => `nats://127.0.0.1:${port.clients}`).join()
  operator = await connect({ ...natsServers(url), maxReconnectAttempts: -1 })
  manager = await jetstreamManager(operator, { timeout: 2_000, checkAPI: false })
  await eventually(async () => expect((await manager.getAccountInfo()).streams).toBe(0), 30_000)
}, 60_000)
afterEach(async () => {
  delete process.env['EVENTS_REPLICAS']
  await manager.streams.delete(EVENTS_STREAM).catch(() => undefined)
})
afterAll(async () => {
  await operator?.close()
  await servers?.close()
})

/** Starts the bus of a service with that setting. Resolves to its warnings. */
async function start(replicas?: string): Promise<object[]> {
  if (replicas !== undefined) process.env['EVENTS_REPLICAS'] = replicas
  const [log, warnings] = [quietLogger(), [] as object[]]
  log.warn = (about: object) => void warnings.push(about)
  const bus = await createBus({ url, name: 'test', log, events })
  closing.push(() => bus.close())
  return warnings
}
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})
const copies = async (): Promise<number> => (await manager.streams.info(EVENTS_STREAM)).config.num_replicas

describe('a stream of events that is missing in a cluster of three', () => {
  test('has one copy unless set', async () => {
    await start()
    expect(await copies()).toBe(1)
  })

  test('stays as it is when the setting grows, and a warning says so until an operator has changed it', async () => {
    await start('1')
    expect(await start('3')).toMatchObject([{ stream: EVENTS_STREAM, copies: 1, wanted: 3 }])
    expect(await copies()).toBe(1)
    // As `nats stream edit KLA_EVENTS --replicas=3` does.
    await manager.streams.update(EVENTS_STREAM, { num_replicas: 3 })
    expect(await start('3')).toEqual([])
  })

  test('has the copies of its setting', async () => {
    await start('3')
    expect(await copies()).toBe(3)
  })
})

test.each(['0', '2', '7', 'three'])('a service does not start with %s copies', async (replicas) => {
  process.env['EVENTS_REPLICAS'] = replicas
  const starting = createBus({ url: infrastructure().natsUrl, name: 'test', log: quietLogger(), events })
  await expect(starting).rejects.toThrow(EnvironmentError)
})
