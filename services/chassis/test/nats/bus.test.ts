import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Bus, createBus, newId } from '@kla/chassis'
import { EVENTS_STREAM, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { NoRespondersError, TimeoutError } from '@nats-io/transport-node'
import { freePort, openPrivateServers, type PrivateServers } from '../support/private-servers.js'

let bus: Bus
beforeAll(async () => {
  bus = await createBus({
    url: infrastructure().natsUrl,
    name: 'test',
    log: quietLogger(),
    events: { stream: EVENTS_STREAM, subjects: [subjects.eventsAll] },
  })
})
afterAll(() => bus.close())

const text = (data: Uint8Array): string => Buffer.from(data).toString()

describe('the bus', () => {
  test('receives messages that are published once the subscription exists', async () => {
    const subject = `kla.test.${newId()}`
    const received: string[] = []
    await bus.subscribe(subject, (message) => received.push(text(message.data)))
    bus.publish(subject, Buffer.from('one'))
    bus.publish(subject, Buffer.from('two'))
    await eventually(() => expect(received).toEqual(['one', 'two']))
  })

  test('answers a request, and rejects it without a responder or when the responder fails', async () => {
    const subject = `kla.test.${newId()}`
    await expect(bus.ask(subject, Buffer.from('anybody?'), 5_000)).rejects.toMatchObject({
      cause: expect.any(NoRespondersError),
    })
    const answering = await bus.answer(subject, ({ data }) => {
      if (text(data) === 'bad') throw new Error('no')
      return Buffer.from(`${text(data)}, yes`)
    })
    expect(text(await bus.ask(subject, Buffer.from('you?'), 5_000))).toBe('you?, yes')
    await expect(bus.ask(subject, Buffer.from('bad'), 50)).rejects.toThrow(TimeoutError)
    answering.close()
  })

  test('receives messages of others but not its own with echo off', async () => {
    const subject = `kla.test.${newId()}`
    const silent = await createBus({ url: infrastructure().natsUrl, name: 'test', log: quietLogger(), echo: false })
    const received: string[] = []
    await silent.subscribe(subject, (message) => received.push(text(message.data)))
    silent.publish(subject, Buffer.from('mine'))
    await silent.flush()
    bus.publish(subject, Buffer.from('yours'))
    await eventually(() => expect(received).toEqual(['yours']))
    await silent.close()
  })

  test('keeps a subscription when its handler throws', async () => {
    const subject = `kla.test.${newId()}`
    const received: string[] = []
    await bus.subscribe(subject, (message) => {
      if (text(message.data) === 'bad') throw new Error('no')
      received.push(text(message.data))
    })
    bus.publish(subject, Buffer.from('bad'))
    bus.publish(subject, Buffer.from('good'))
    await eventually(() => expect(received).toEqual(['good']))
  })

  test('stores an event once and redelivers it until it is handled', async () => {
    const subject = `kla.events.test.${uniqueName('s')}`
    const id = newId()
    await bus.publishEvent(subject, id, Buffer.from('event'))
    await bus.publishEvent(subject, id, Buffer.from('event'))
    const handled: string[] = []
    let failures = 2
    const consumer = await bus.consumeEvents({ subject, durable: uniqueName('d') }, async (message) => {
      if (failures-- > 0) throw new Error('not yet')
      handled.push(text(message.data))
    })
    await eventually(() => expect(handled).toEqual(['event']), 10_000)
    await bus.publishEvent(subject, newId(), Buffer.from('next'))
    await eventually(() => expect(handled).toEqual(['event', 'next']))
    await consumer.close()
  })

  test('gives a durable only events of its first subject, even if a later consumer requests another', async () => {
    const [first, later] = [`kla.events.test.${uniqueName('s')}`, `kla.events.test.${uniqueName('s')}`]
    const durable = uniqueName('d')
    const handled: string[] = []
    const consume = (subject: string) =>
      bus.consumeEvents({ subject, durable }, async ({ data }) => void handled.push(text(data)))
    await bus.publishEvent(first, newId(), Buffer.from('one'))
    const consumer = await consume(first)
    await eventually(() => expect(handled).toEqual(['one']))
    await consumer.close()
    await bus.publishEvent(later, newId(), Buffer.from('another'))
    await bus.publishEvent(first, newId(), Buffer.from('two'))
    const next = await consume(later)
    await eventually(() => expect(handled).toEqual(['one', 'two']))
    await next.close()
  })

  test('closes a consumer while its creation is still pending', async () => {
    const subject = `kla.events.test.${uniqueName('s')}`
    const handled: string[] = []
    const consume = (name: string) =>
      bus.consumeEvents({ subject, durable: uniqueName('d') }, async () => void handled.push(name))
    for (let at = 0; at < 5; at++) await (await consume('closed')).close()
    await bus.publishEvent(subject, newId(), Buffer.from('late'))
    const open = await consume('open')
    await eventually(() => expect(handled).toEqual(['open']))
    await open.close()
  })

  test('handles events concurrently when asked to and waits for all of them on close', async () => {
    const subject = `kla.events.test.${uniqueName('s')}`
    for (const name of ['one', 'two', 'bad', 'three']) await bus.publishEvent(subject, newId(), Buffer.from(name))
    const met: string[] = []
    const handled: string[] = []
    let meet = (): void => undefined
    const all = new Promise<void>((resolve) => (meet = resolve))
    const consumer = await bus.consumeEvents({ subject, durable: uniqueName('d'), atOnce: 4 }, async ({ data }) => {
      const name = text(data)
      if (met.push(name) === 4) meet()
      if (name === 'bad') throw new Error('not this one')
      await all
      handled.push(name)
    })
    await all
    await consumer.close()
    expect(handled).toEqual(['one', 'two', 'three'])
  })
})

const LISTENS = fileURLToPath(new URL('../support/listens.mjs', import.meta.url))

let servers: PrivateServers
beforeAll(async () => {
  servers = await openPrivateServers()
})
afterAll(() => servers.close())

describe('a connection whose log-in is too slow for NATS, again and again', () => {
  test('is made again, and not given up', async () => {
    const late = "-ERR 'Authentication Timeout'\r\n"
    let connected = 0
    const sockets = new Set<Socket>()
    // Lets the first and the sixth in, and ends those between.
    const server = createServer((socket) => {
      connected += 1
      const isServed = connected === 1 || connected > 5
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.write(`INFO {"server_id":"a","version":"2.12.0","headers":true,"max_payload":1048576}\r\n`)
      socket.on('data', (data: Buffer) => {
        if (!isServed) socket.end(late)
        else if (data.includes('PING\r\n')) socket.write('PONG\r\n')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const slow = await createBus({ url: `nats://kla:pass@127.0.0.1:${port}`, name: 'slow', log: quietLogger() })
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect([connected, slow.connected()]).toEqual([6, true]), 10_000)
    for (const socket of sockets) socket.destroy()
    await eventually(() => expect([connected, slow.connected()]).toEqual([7, true]), 10_000)
    await slow.close()
    server.close()
  }, 30_000)
})

describe('a process with revoked credentials', () => {
  test('exits', async () => {
    const port = await freePort()
    const allow = (user: string): Promise<void> =>
      servers.write('nats.conf', `listen: 127.0.0.1:${port}\nauthorization { user: ${user}, password: pass }\n`)
    await allow('kla')
    const server = await servers.start(port, 'nats-server', ['-c', 'nats.conf'])

    const env = { ...process.env, NATS_URL: `nats://kla:pass@127.0.0.1:${port}` }
    const child = spawn(process.execPath, [LISTENS], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    await allow('another')
    server.kill('SIGHUP')
    expect((await exited)[0]).toBe(1)
    expect(complaint).toContain('NATS rejected this process')
  }, 60_000)
})
