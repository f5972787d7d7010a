import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import { ApprovalChanged, messageOf } from '@kla/proto'
import type { Permission } from '@kla/proto/web'
import { eventually, quietLogger } from '@kla/testkit'
import { createDeskStreams, type DeskStreams, type DeskStreamsOptions } from '../../src/http/desk-streams.js'

const EVENT = 'event: desk\ndata: {}\n\n'

let streams: DeskStreams
afterEach(() => streams.stop())

const create = (options: Partial<DeskStreamsOptions> = {}) => {
  streams = createDeskStreams({ log: quietLogger(), commentEveryMs: 60_000, checkEveryMs: 60_000, ...options })
}

function open(
  administratorId = 1,
  isAllowed: () => Promise<boolean> = async () => true,
  permissions: readonly Permission[] = [],
  sessionKey = 'key',
) {
  const may = (permission: Permission) => permissions.includes(permission)
  const stream = streams.open({ administratorId, sessionKey, isAllowed, may })
  const read = { text: '', ended: false }
  stream.setEncoding('utf8')
  stream.on('data', (text: string) => (read.text += text))
  stream.on('end', () => (read.ended = true))
  return { stream, read }
}

test('writes an event to each open stream', async () => {
  create()
  const [one, other] = [open(1), open(2)]
  streams.changed()
  streams.changed()
  await eventually(() => [one, other].every(({ read }) => read.text === `:\n\n${EVENT}${EVENT}`))
})

test('writes comments to silent streams', async () => {
  create({ commentEveryMs: 10 })
  const { read } = open()
  await eventually(() => read.text.startsWith(':\n\n:\n\n:\n\n'))
})

test('ends a stream when its session is over, and keeps it while that is unknown', async () => {
  create({ checkEveryMs: 10 })
  let asked = 0
  let answer: () => Promise<boolean> = () => Promise.reject(new Error('auth is away'))
  const { read } = open(1, () => {
    asked += 1
    return answer()
  })
  await eventually(() => asked >= 3)
  expect(read.ended).toBe(false)
  answer = async () => true
  await eventually(() => asked >= 6)
  expect(read.ended).toBe(false)
  answer = async () => false
  await eventually(() => read.ended)
  const before = asked
  await sleep(50)
  expect(asked).toBe(before)
})

test('ends the streams of a session at once, and no others', async () => {
  create()
  const allowed = async () => true
  const ended = [open(1, allowed, [], 'one'), open(1, allowed, [], 'one')]
  const other = open(1, allowed, [], 'other')
  streams.ended('one')
  await eventually(() => ended.every(({ read }) => read.ended))
  streams.changed()
  await eventually(() => other.read.text.includes(EVENT))
  expect(other.read.ended).toBe(false)
})

test('checks all sessions after notices may have been missed', async () => {
  create()
  const [over, kept] = [open(1, async () => false), open(2)]
  await streams.reconnected()
  await eventually(() => over.read.ended && kept.read.text.includes(EVENT))
  expect(kept.read.ended).toBe(false)
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
  const stream = streams.open({ administratorId: 1, sessionKey: 'key', isAllowed: async () => true, may: () => false })
  for (let at = 0; at < 1_000; at += 1) streams.changed()
  expect(stream.destroyed).toBe(true)
  expect(stream.readableLength).toBeLessThan(5_000)
})

test('ends the oldest stream of an administrator who opens too many', async () => {
  create({ perAdministrator: 2 })
  const other = open(2)
  const [first, second] = [open(), open(), open()]
  await eventually(() => first.read.ended)
  expect([second.read.ended, other.read.ended]).toEqual([false, false])
})

test('ends all streams when it stops, and new ones at once', async () => {
  create()
  const before = open()
  streams.stop()
  const after = open()
  await eventually(() => before.read.ended && after.read.ended)
})

describe('approvals', () => {
  const ID = '7a0c8f5e-64b5-4c62-9d51-6f7d5c3f0a11'
  const update = (given: Partial<ApprovalChanged> = {}) =>
    messageOf(ApprovalChanged, { id: ID, askedById: 1, permissions: ['evidence.open'], ...given })
  const allowed = async () => true

  test('reach those who may approve without a word about the request, and no one else', async () => {
    create()
    const [approver, other] = [open(2, allowed, ['evidence.open']), open(3, allowed, ['reports.read'])]
    streams.approvals(update())
    await eventually(() => approver.read.text === ':\n\nevent: approvals\ndata: {}\n\n')
    expect(other.read.text).toBe(':\n\n')
  })

  test.each([
    [{}, { id: ID, state: 'waiting' }],
    [{ approvedById: 2 }, { id: ID, state: 'approved', approved_by_id: 2 }],
    [{ ended: true }, { id: ID, state: 'ended' }],
  ])('tell the requester of %j', async (given, data) => {
    create()
    const { read } = open(1)
    streams.approvals(update(given))
    await eventually(() => read.text === `:\n\nevent: approvals\ndata: ${JSON.stringify(data)}\n\n`)
  })

  test('of grave reports reach holders of reports.grave alone', async () => {
    create()
    const holder = open(2, allowed, ['evidence.open', 'reports.grave'])
    const others = [open(3, allowed, ['evidence.open']), open(1, allowed, ['evidence.open'])]
    streams.approvals(update({ grave: true, approvedById: 2 }))
    await eventually(() => holder.read.text.includes('event: approvals'))
    for (const { read } of others) expect(read.text).toBe(':\n\n')
  })
})
