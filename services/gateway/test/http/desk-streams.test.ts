import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { quietLogger } from '@kla/testkit'
import { createDeskStreams, type DeskStreams, type DeskStreamsOptions } from '../../src/http/desk-streams.js'

const EVENT = 'event: desk\ndata: {}\n\n'

let streams: DeskStreams
afterEach(() => streams.stop())

const create = (options: Partial<DeskStreamsOptions> = {}) => {
  streams = createDeskStreams({ log: quietLogger(), commentEveryMs: 60_000, checkEveryMs: 60_000, ...options })
}

function open(administratorId = 1, isAllowed: () => Promise<boolean> = async () => true) {
  const stream = streams.open({ administratorId, isAllowed })
  const read = { text: '', ended: false }
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => (read.text += text))
  stream.on('end', () => (read.ended = true))
  return { stream, read }
}
const until = async (condition: () => boolean): Promise<void> => {
  for (let at = 0; at < 200 && !condition(); at += 1) await sleep(5)
  expect(condition()).toBe(true)
}

test('writes an event to each open stream', async () => {
  create()
  const [one, other] = [open(1), open(2)]
  streams.changed()
  streams.changed()
  await until(() => [one, other].every(({ read }) => read.text === `:\n\n${EVENT}${EVENT}`))
})

test('writes comments to silent streams', async () => {
  create({ commentEveryMs: 10 })
  const { read } = open()
  await until(() => read.text.startsWith(':\n\n:\n\n:\n\n'))
})

test('ends a stream when its session is over, and keeps it while that is unknown', async () => {
  create({ checkEveryMs: 10 })
  let asked = 0
  let answer: () => Promise<boolean> = () => Promise.reject(new Error('auth is away'))
  const { read } = open(1, () => {
    asked += 1
    return answer()
  })
  await until(() => asked >= 3)
  expect(read.ended).toBe(false)
  answer = async () => true
  await until(() => asked >= 6)
  expect(read.ended).toBe(false)
  answer = async () => false
  await until(() => read.ended)
  const before = asked
  await sleep(50)
  expect(asked).toBe(before)
})

test('forgets a stream whose client is gone', async () => {
  create({ checkEveryMs: 10 })
  let asked = 0
  const { stream } = open(1, async () => {
    asked += 1
    return true
  })
  stream.destroy()
  await sleep(5)
  const before = asked
  await sleep(50)
  expect(asked).toBe(before)
})

test('cuts a client that does not read', async () => {
  create()
  const stream = streams.open({ administratorId: 1, isAllowed: async () => true })
  for (let at = 0; at < 1_000; at += 1) streams.changed()
  expect(stream.destroyed).toBe(true)
  expect(stream.readableLength).toBeLessThan(5_000)
})

test('ends the oldest stream of an administrator who opens too many', async () => {
  create({ perAdministrator: 2 })
  const other = open(2)
  const [first, second] = [open(), open(), open()]
  await until(() => first!.read.ended)
  expect([second!.read.ended, other.read.ended]).toEqual([false, false])
})

test('ends all streams when it stops, and new ones at once', async () => {
  create()
  const before = open()
  streams.stop()
  const after = open()
  await until(() => before.read.ended && after.read.ended)
})
