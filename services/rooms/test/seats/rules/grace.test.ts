import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Moment } from '../../../src/seats/rules/command.js'
import { graceAmong } from '../../../src/seats/rules/grace.js'
import { reduce } from '../../../src/seats/rules/reduce.js'
import type { Room } from '../../../src/shared/rules/room.js'

const GRACE_MS = 15_000

describe('graceAmong', () => {
  test.each([
    ['one player', 1, 15_000],
    ['a small gateway', 1_001, 19_000],
    ['a full gateway', 20_000, 90_000],
  ])('keeps %s, which is %d seats, for %d ms', (_, seats, graceMs) => {
    expect(graceAmong(GRACE_MS, seats)).toBe(graceMs)
  })

  test('is never shorter than the usual grace period, nor longer than it or 90 s', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300_000 }), fc.integer({ min: 1, max: 1_000_000 }), (usualMs, seats) => {
        const graceMs = graceAmong(usualMs, seats)
        expect(graceMs).toBeGreaterThanOrEqual(usualMs)
        expect(graceMs).toBeLessThanOrEqual(Math.max(usualMs, 90_000))
        expect(graceAmong(usualMs, seats + 1)).toBeGreaterThanOrEqual(graceMs)
      }),
    )
  })
})

describe('the seat of a lost gateway', () => {
  const moment: Moment = { nowMs: 1_000_000, graceMs: GRACE_MS }
  const opened = reduce(
    undefined,
    {
      kind: 'create',
      roomId: 'room',
      name: 'Velvet',
      publicRoom: true,
      mode: 'rush',
      capacity: 2,
      category: 'default',
      passcodeHash: '',
      claim: 'claim',
      connection: { socketId: 'a', gatewayId: 'g1' },
      person: { accountId: 1, username: 'player1', discordId: '1', avatar: '' },
    },
    moment,
  )
  const { room } = opened as { room: Room }

  test('is kept for longer when it is lost among many, and can be taken again until then', () => {
    const lost = reduce(room, { kind: 'lose-gateway', gatewayId: 'g1', among: 10_000 }, moment) as { room: Room }
    expect(lost.room.seats[0]?.graceDeadlineMs).toBe(1_000_000 + 54_996)
    const early = reduce(lost.room, { kind: 'expire-graces' }, { ...moment, nowMs: 1_054_995 }) as { room: Room }
    expect(early.room.seats).toHaveLength(1)
    const late = reduce(lost.room, { kind: 'expire-graces' }, { ...moment, nowMs: 1_054_996 }) as { room: Room }
    expect(late.room.seats).toHaveLength(0)
  })
})
