import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBus, newId } from '@kla/chassis'
import { RevealChanged, subjects } from '@kla/proto'
import { eventually, infrastructure, quietLogger } from '@kla/testkit'
import { createPruneReveals, createRevealLog, type RevealLog } from '../../src/evidence/reveal-log.js'
import { REVEALS_MAX } from '../../src/evidence/rules.js'
import { createModeration, type Moderation } from '../support/moderation.js'

const DAY_MS = 24 * 3_600_000
// Not so long ago that the sweep of the service erases it.
const BEGAN_MS = Date.now() - DAY_MS

let moderation: Moderation
let reveals: RevealLog
beforeAll(async () => {
  moderation = await createModeration()
  reveals = createRevealLog(moderation.database)
}, 60_000)
afterAll(() => moderation.close())

const opened = (roomId: string, epoch = 2, openedAtMs = BEGAN_MS + 10_000): RevealChanged => ({
  eventId: `${roomId}.reveal.${epoch}.open`,
  roomId,
  epoch,
  accounts: [1, 2],
  openedAtMs,
  closedAtMs: 0,
  closedBy: 0,
  closedWhy: '',
})
const closed = (event: RevealChanged, atMs = event.openedAtMs + 5_000): RevealChanged => ({
  ...event,
  eventId: event.eventId.replace('open', 'closed'),
  closedAtMs: atMs,
  closedBy: 2,
  closedWhy: 'withdrawn',
})
const ever = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER / 10 }

describe('the reveal log', () => {
  test('has the same result for any order and repetition of events', async () => {
    const orders = [
      ['open', 'closed'],
      ['closed', 'open'],
      ['closed', 'closed', 'open', 'open'],
      ['open', 'closed', 'open'],
    ]
    for (const order of orders) {
      const roomId = newId()
      const open = opened(roomId)
      for (const one of order) await reveals.record(one === 'open' ? open : closed(open))
      expect(await reveals.between(roomId, [2, 1], ever)).toEqual([
        { epoch: 2, openedAtMs: BEGAN_MS + 10_000, closedAtMs: BEGAN_MS + 15_000, closedBy: 2, closedWhy: 'withdrawn' },
      ])
    }
  })

  test('finds what both accounts saw in the given time, oldest first', async () => {
    const roomId = newId()
    for (const epoch of [2, 4, 6]) await reveals.record(closed(opened(roomId, epoch, BEGAN_MS + epoch * 10_000)))
    await reveals.record(opened(roomId, 8, BEGAN_MS + 80_000))
    await reveals.record({ ...opened(roomId, 9, BEGAN_MS + 85_000), accounts: [2, 3] })
    const epochsOf = async (fromMs: number, toMs: number, accounts = [1, 2]) =>
      (await reveals.between(roomId, accounts, { fromMs: BEGAN_MS + fromMs, toMs: BEGAN_MS + toMs })).map(
        ({ epoch }) => epoch,
      )
    expect(await epochsOf(0, 100_000)).toEqual([2, 4, 6, 8])
    expect(await epochsOf(45_000, 59_000)).toEqual([4])
    expect(await epochsOf(90_000, 95_000)).toEqual([8])
    expect(await epochsOf(0, 100_000, [1, 3])).toEqual([])
    expect(await reveals.between(newId(), [1, 2], ever)).toEqual([])
  })

  test('returns no more than the last ones', async () => {
    const roomId = newId()
    for (let epoch = 1; epoch <= REVEALS_MAX + 3; epoch += 1)
      await reveals.record(opened(roomId, epoch, BEGAN_MS + epoch))
    const found = await reveals.between(roomId, [1, 2], ever)
    expect(found.map(({ epoch }) => epoch)).toEqual(Array.from({ length: REVEALS_MAX }, (_, at) => at + 4))
  })

  test('keeps entries for 30 days', async () => {
    const roomId = newId()
    const nowMs = Date.now()
    await reveals.record(opened(roomId, 1, nowMs - 31 * DAY_MS))
    await reveals.record(opened(roomId, 2, nowMs - 29 * DAY_MS))
    await createPruneReveals({ reveals, now: () => nowMs })()
    expect((await reveals.between(roomId, [1, 2], ever)).map(({ epoch }) => epoch)).toEqual([2])
  })
})

test('events of rooms reach the log, and an unreadable one does not stop the others', async () => {
  const bus = await createBus({ url: infrastructure().natsUrl, name: 'rooms', log: quietLogger() })
  const roomId = newId()
  const open = opened(roomId)
  const broken = { ...open, roomId: 'no room', eventId: newId() }
  for (const event of [broken, closed(open), open]) {
    await bus.publishEvent(subjects.eventRevealChanged, event.eventId, RevealChanged.encode(event).finish())
  }
  await eventually(async () =>
    expect(await reveals.between(roomId, [1, 2], ever)).toMatchObject([{ epoch: 2, closedWhy: 'withdrawn' }]),
  )
  await bus.close()
})
