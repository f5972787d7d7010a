import { expect, test } from '@jest/globals'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { readBody } from '../../src/http/read-body.js'

const LIMITS = { maxBytes: 10_000, withinMs: 60_000 }

test('takes bytes that come one by one, up to the limit', async () => {
  const request = new IncomingMessage(new Socket())
  const body = Buffer.from(Array.from({ length: LIMITS.maxBytes }, (_, at) => at % 251))
  const read = readBody(request, LIMITS)
  for (const byte of body) request.push(Buffer.of(byte))
  request.push(null)
  expect(await read).toEqual(body)
})

test('stops at the first byte beyond it', async () => {
  const request = new IncomingMessage(new Socket())
  const read = readBody(request, LIMITS)
  for (let bytes = 0; bytes <= LIMITS.maxBytes; bytes += 1) request.push(Buffer.of(0))
  await expect(read).rejects.toMatchObject({ reason: 'BODY_TOO_LARGE' })
  expect(request.isPaused()).toBe(true)
})

test.each([
  ['breaks off', (request: IncomingMessage) => request.destroy()],
  ['breaks off with an error', (request: IncomingMessage) => request.destroy(new Error('reset'))],
])('does not wait for what %s', async (_how, breakOff) => {
  const request = new IncomingMessage(new Socket())
  const read = readBody(request, LIMITS)
  request.push('half')
  breakOff(request)
  await expect(read).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
})

test('does not wait for what has broken off before', async () => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  await new Promise((resolve) => request.once('close', resolve))
  await expect(readBody(request, LIMITS)).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
})
