import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from '@jest/globals'
import { Admission, readBody } from '../../../src/http/player/webhooks.js'

const limits = { reserved: 0, expects: () => false, arrivingPerNetwork: 1 }
const forever = () => new Promise<void>(() => undefined)
const full = { reason: 'UNAVAILABLE' }
const failed = () => Promise.reject(new Error('failed'))
const nothing = async (): Promise<void> => undefined

test("Admission frees the network's place when a body has arrived and keeps the total's until the work ends", async () => {
  const admission = new Admission({ ...limits, places: 2 })
  let finish = (): void => undefined
  const first = admission.run('a', nothing, () => new Promise<void>((resolve) => (finish = resolve)))
  await expect(admission.run('a', nothing, nothing)).rejects.toMatchObject(full)
  await nothing()
  const second = admission.run('a', () => new Promise<void>(() => undefined), nothing)
  await expect(admission.run('b', nothing, nothing)).rejects.toMatchObject(full)
  finish()
  await first
  await admission.run('b', nothing, nothing)
  await expect(Promise.race([second, Promise.resolve('still arriving')])).resolves.toBe('still arriving')
})

test('Admission frees a place exactly once on any failure', async () => {
  const admission = new Admission({ ...limits, places: 2 })
  await expect(admission.run('a', failed, nothing)).rejects.toThrow('failed')
  await expect(admission.run('a', nothing, failed)).rejects.toThrow('failed')
  for (const address of ['a', 'b']) void admission.run(address, forever, nothing)
  await expect(admission.run('c', nothing, nothing)).rejects.toMatchObject(full)
})

test('Admission reserves places for expected senders and does not count those by network', async () => {
  const admission = new Admission({ ...limits, places: 5, reserved: 3, expects: (address) => address === 'provider' })
  for (const address of ['a', 'b']) void admission.run(address, forever, nothing)
  await expect(admission.run('c', nothing, nothing)).rejects.toMatchObject(full)
  for (let body = 0; body < 3; body += 1) void admission.run('provider', forever, nothing)
  await expect(admission.run('provider', nothing, nothing)).rejects.toMatchObject(full)
})

test('Admission lets expected senders use all places', async () => {
  const admission = new Admission({ ...limits, places: 3, reserved: 2, expects: (address) => address === 'provider' })
  for (let body = 0; body < 2; body += 1) void admission.run('provider', forever, nothing)
  await admission.run('a', nothing, nothing)
})

const LIMITS = { maxBytes: 10_000, withinMs: 60_000 }

test('readBody accepts single bytes up to the limit', async () => {
  const request = new IncomingMessage(new Socket())
  const body = Buffer.from(Array.from({ length: LIMITS.maxBytes }, (_, at) => at % 251))
  const read = readBody(request, LIMITS)
  for (const byte of body) request.push(Buffer.of(byte))
  request.push(null)
  expect(await read).toEqual(body)
})

test('readBody stops at the first byte beyond the limit', async () => {
  const request = new IncomingMessage(new Socket())
  const read = readBody(request, LIMITS)
  for (let bytes = 0; bytes <= LIMITS.maxBytes; bytes += 1) request.push(Buffer.of(0))
  await expect(read).rejects.toMatchObject({ reason: 'BODY_TOO_LARGE' })
  expect(request.isPaused()).toBe(true)
})

test.each([
  ['breaks off', (request: IncomingMessage) => request.destroy()],
  ['breaks off with an error', (request: IncomingMessage) => request.destroy(new Error('reset'))],
])('readBody rejects at once a body that %s', async (_how, breakOff) => {
  const request = new IncomingMessage(new Socket())
  const read = readBody(request, LIMITS)
  request.push('half')
  breakOff(request)
  await expect(read).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
})

test('readBody rejects a request that was already aborted', async () => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  await new Promise((resolve) => request.once('close', resolve))
  await expect(readBody(request, LIMITS)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
})
