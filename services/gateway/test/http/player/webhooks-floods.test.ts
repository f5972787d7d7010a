import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { REASONS } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { createWorld, type World } from '../../support/world.js'

const PLACES = 256
const FOR_ANYBODY = 192
const ARRIVING_PER_NETWORK = 16
/** One of Stripe's published addresses. */
const PROVIDER = '54.187.174.169'

let world: World
let gateway: Service
/** Gateway that allows a tenth of a second for bodies. */
let hasty: Service
/** Lead of the gateways' clock. */
let aheadMs = 0
const sockets: Socket[] = []

beforeAll(async () => {
  world = await createWorld()
  const now = (): number => Date.now() + aheadMs
  gateway = await world.gateway({ trustProxy: 1 }, { now })
  hasty = await world.gateway({ trustProxy: 1, webhookBodyMs: 100 })
})
afterEach(async () => {
  world.commerce.gate = undefined
  world.commerce.notifications.length = 0
  aheadMs = 0
  sockets.splice(0).forEach((socket) => socket.destroy())
  await noConnections()
})
afterAll(() => world.stop())

const noConnections = () =>
  eventually(async () => {
    const { server } = gateway.http
    return (await promisify(server.getConnections.bind(server))()) === 0
  })

/** Sends the head of a notification and the given part of its body. */
function send(address: string, headers: string[], body = '', to = gateway): Socket {
  const socket = connect(to.ports.http, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => undefined)
  const lines = ['POST /webhooks/stripe HTTP/1.1', 'host: kla.example', `x-forwarded-for: ${address}`, ...headers]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** Announces bytes that never arrive. Returns once the gateway waits for them. */
async function stall(address: string, to = gateway): Promise<Socket> {
  const socket = send(address, ['content-length: 10', 'expect: 100-continue'], '', to)
  await once(socket, 'readable')
  return socket
}

const stallAll = (addresses: string[]): Promise<Socket[]> => Promise.all(addresses.map((address) => stall(address)))

/** Reads the answer until the gateway closes the connection. */
const answerOf = (socket: Socket): Promise<string> => text(socket)

const notify = (address: string, to = gateway): Promise<string> =>
  answerOf(send(address, ['content-length: 2', 'connection: close'], '{}', to))

const repeated = <T>(times: number, value: T): T[] => Array.from({ length: times }, () => value)
const TAKEN = /^HTTP\/1\.1 200 /
const UNAVAILABLE = new RegExp(`HTTP/1\\.1 503 [^]*connection: close[^]*${REASONS.UNAVAILABLE.text}`, 'i')

test('a slow sender holds only a few places and frees them once it disconnects', async () => {
  for (let round = 0; round < 2; round += 1) {
    const slow = await stallAll(repeated(ARRIVING_PER_NETWORK, '203.0.113.7'))
    // The sender keeps the connection open, so the gateway closes it.
    expect(await answerOf(send('203.0.113.7', ['content-length: 10']))).toMatch(UNAVAILABLE)
    expect(await notify('203.0.113.8')).toMatch(TAKEN)
    slow.forEach((socket) => socket.destroy())
    await noConnections()
  }
  expect(await notify('203.0.113.7')).toMatch(TAKEN)
})

test('a slow sender with a whole IPv6 network counts as one', async () => {
  await stallAll(Array.from({ length: ARRIVING_PER_NETWORK }, (_, subnet) => `2001:db8:7:${subnet.toString(16)}::1`))
  expect(await notify('2001:db8:7:ffff::1')).toMatch(UNAVAILABLE)
  expect(await notify('2001:db8:8::1')).toMatch(TAKEN)
})

test('a limited number of requests is admitted at once and no body is read beyond it', async () => {
  const networks = Array.from({ length: FOR_ANYBODY / ARRIVING_PER_NETWORK }, (_, network) => `2001:db8:${network}::1`)
  const slow = await stallAll(networks.flatMap((address) => repeated(ARRIVING_PER_NETWORK, address)))
  expect(await answerOf(send('203.0.113.8', ['content-length: 10']))).toMatch(UNAVAILABLE)
  // The provider's networks may have more waiting than any other network.
  expect(await Promise.all(repeated(40, PROVIDER).map((address) => notify(address)))).toEqual(
    repeated(40, expect.stringMatching(TAKEN)),
  )
  slow.forEach((socket) => socket.destroy())
  await noConnections()
  expect(await notify('203.0.113.8')).toMatch(TAKEN)
})

test('a late body frees its place', async () => {
  const late = await Promise.all(repeated(ARRIVING_PER_NETWORK, '203.0.113.7').map((address) => stall(address, hasty)))
  expect(await Promise.all(late.map(answerOf))).toEqual(repeated(late.length, expect.stringMatching(UNAVAILABLE)))
  expect(await notify('203.0.113.7', hasty)).toMatch(TAKEN)
  expect(world.commerce.notifications).toHaveLength(1)
})

test('a body announced as too large is refused unread', async () => {
  const answer = await answerOf(send('203.0.113.7', [`content-length: ${64 * 1024 + 1}`]))
  expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*connection: close/i)
})

test('many complete bodies of one sender are accepted at once', async () => {
  const answers = await Promise.all(repeated(100, '203.0.113.7').map((address) => notify(address)))
  expect(answers).toEqual(repeated(100, expect.stringMatching(TAKEN)))
})

/** Fills every place of a busy commerce, and has twelve more refused. */
async function crowd() {
  let release = (): void => undefined
  world.commerce.gate = new Promise((resolve) => (release = resolve))
  let refused = 0
  const senders = [
    ...repeated(PLACES - FOR_ANYBODY, PROVIDER),
    ...Array.from({ length: FOR_ANYBODY + 12 }, (_, host) => `198.51.100.${host}`),
  ]
  const answers = senders.map(async (sender) => {
    const answer = await notify(sender)
    if (UNAVAILABLE.test(answer)) refused += 1
    return answer
  })
  await eventually(() => refused === 12)
  return async () => {
    release()
    return (await Promise.all(answers)).filter((answer) => TAKEN.test(answer)).length
  }
}

test('notifications queue while commerce is busy and are refused as retryable beyond that', async () => {
  const taken = await crowd()
  expect(await taken()).toBe(PLACES)
  expect(world.commerce.notifications).toHaveLength(PLACES)
})

test('a notification whose deadline passed in the queue is not forwarded', async () => {
  const taken = await crowd()
  aheadMs = 9_000
  expect(await taken()).toBe(32)
  expect(world.commerce.notifications).toHaveLength(32)
})
