import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Command, Moment, PasscodeVerdict } from '../../../src/seats/rules/command.js'
import type { Changed } from '../../../src/seats/rules/outcome.js'
import { effectsOf, reduce } from '../../../src/seats/rules/reduce.js'
import { isConnected, type Room, seatOf } from '../../../src/shared/rules/room.js'

const GRACE_MS = 15_000
const at = (nowMs: number): Moment => ({ nowMs, graceMs: GRACE_MS })

const account = fc.integer({ min: 1, max: 4 })
const connection = fc.record({ socketId: fc.constantFrom('a', 'b', 'c', 'd'), gatewayId: fc.constantFrom('g1', 'g2') })
const person = account.map((accountId) => ({
  accountId,
  username: `player${accountId}`,
  discordId: String(accountId),
  avatar: '',
}))
const claim = fc.uuid()
const create = fc.record({
  kind: fc.constant('create' as const),
  roomId: fc.constant('room'),
  name: fc.constant('Velvet'),
  publicRoom: fc.boolean(),
  mode: fc.constantFrom('rush' as const, 'stamina' as const),
  capacity: fc.constant(2),
  category: fc.constant('default' as const),
  passcodeHash: fc.constantFrom('', '$argon2id$'),
  veiled: fc.boolean(),
  person,
  connection,
  claim,
})
const join = fc.record({
  kind: fc.constant('join' as const),
  person,
  connection,
  passcode: fc.constantFrom<PasscodeVerdict>('unchecked', 'missing', 'wrong', 'too-many', 'right'),
  blocks: fc.record({ askedAbout: fc.subarray([1, 2, 3, 4]), blocked: fc.boolean() }),
  veiledOnly: fc.boolean(),
  claim,
})
const command: fc.Arbitrary<Command> = fc.oneof(
  create,
  join,
  fc.record({ kind: fc.constant('resume' as const), accountId: account, connection }),
  fc.record({ kind: fc.constant('leave' as const), accountId: account, onlyInGrace: fc.boolean() }),
  fc.record({
    kind: fc.constant('lose-connection' as const),
    accountId: account,
    socketId: fc.constantFrom('a', 'b', 'c', 'd'),
  }),
  fc.record({ kind: fc.constant('lose-gateway' as const), gatewayId: fc.constantFrom('g1', 'g2') }),
  fc.record({ kind: fc.constant('expire-graces' as const) }),
)
const history = fc.array(fc.tuple(command, fc.integer({ min: 0, max: GRACE_MS })), { minLength: 1, maxLength: 60 })

/** Plays a history on no room; calls `check` after each command that was not refused. */
function play(
  steps: readonly (readonly [Command, number])[],
  check: (before: Room | undefined, command: Command, outcome: Changed, nowMs: number) => void,
): void {
  let room: Room | undefined
  let nowMs = 1_000_000
  for (const [step, passedMs] of steps) {
    nowMs += passedMs
    const outcome = reduce(room, step, at(nowMs))
    if ('refused' in outcome) continue
    check(room, step, outcome, nowMs)
    if (outcome.changes.length > 0) room = outcome.closedReason === '' ? outcome.room : undefined
  }
}

const always = (check: Parameters<typeof play>[1]): void =>
  fc.assert(
    fc.property(history, (steps) => play(steps, check)),
    { numRuns: 300 },
  )

describe('any sequence of commands', () => {
  test('gives a player who has not agreed to be seen no new seat in an unveiled room', () => {
    let seated = 0
    // Of any joins few find an open room and are asked for nothing else.
    const open = create.map((one) => [{ ...one, passcodeHash: '' }, 0] as const)
    const arrival = join.map((one) => [{ ...one, blocks: { askedAbout: [1, 2, 3, 4], blocked: false } }, 0] as const)
    const arrivals = fc.tuple(open, fc.array(arrival, { minLength: 1, maxLength: 6 }))
    const check: Parameters<typeof play>[1] = (before, command, { room, changes }) => {
      if (command.kind !== 'join' || !command.veiledOnly || !before) return
      const isNew = changes.some(({ kind, seat }) => kind === 'taken' && !seatOf(before, seat.accountId))
      if (!isNew) return
      seated += 1
      expect(room.reveal).not.toBeNull()
    }
    always(check)
    fc.assert(
      fc.property(arrivals, ([first, rest]) => play([first, ...rest], check)),
      { numRuns: 300 },
    )
    expect(seated).toBeGreaterThan(20)
  })

  test('leaves at most two seats, and no account twice', () => {
    always((_, __, { room }) => {
      expect(room.seats.length).toBeLessThanOrEqual(2)
      expect(new Set(room.seats.map((seat) => seat.accountId)).size).toBe(room.seats.length)
    })
  })

  test('raises the version with each change, to the time after the first, and only then', () => {
    always((before, _, { room, changes }, nowMs) => {
      if (changes.length === 0) expect(room).toBe(before)
      else expect(room.version).toBe(before ? Math.max(before.version + 1, nowMs) : 1)
    })
  })

  test('closes a room exactly when no seat is taken', () => {
    always((_, __, { room, closedReason }) => expect(closedReason === 'empty').toBe(room.seats.length === 0))
  })

  test('starts a grace period only for a lost connection, and ends it only by resuming or leaving', () => {
    always((before, step, { room, changes }, nowMs) => {
      for (const { kind, seat } of changes) {
        if (kind === 'lost') expect(seat.graceDeadlineMs).toBe(nowMs + GRACE_MS)
        if (kind === 'taken' || kind === 'resumed') expect(isConnected(seat)).toBe(true)
      }
      for (const seat of room.seats) {
        const earlier = before && seatOf(before, seat.accountId)
        if (earlier && !isConnected(earlier) && isConnected(seat)) expect(['resume', 'join']).toContain(step.kind)
      }
    })
  })

  test('frees a seat only by leaving or at the end of its grace period', () => {
    always((before, step, { room }, nowMs) => {
      for (const seat of before?.seats ?? []) {
        if (seatOf(room, seat.accountId)) continue
        if (step.kind === 'leave') expect(step.accountId).toBe(seat.accountId)
        else {
          expect(step.kind).toBe('expire-graces')
          expect(isConnected(seat)).toBe(false)
          expect(seat.graceDeadlineMs).toBeLessThanOrEqual(nowMs)
        }
      }
    })
  })

  test('reports every difference between two versions as a change', () => {
    always((before, _, { room, changes }) => {
      const received = new Set(changes.map(({ seat }) => seat.accountId))
      for (const accountId of [1, 2, 3, 4]) {
        const [was, is] = [before && seatOf(before, accountId), seatOf(room, accountId)]
        expect(received.has(accountId)).toBe(was !== is)
      }
    })
  })

  test('admits no player without the correct passcode', () => {
    always((before, step, { changes }) => {
      if (step.kind !== 'join' || !before?.passcodeHash) return
      if (changes.some(({ kind }) => kind === 'taken')) expect(step.passcode).toBe('right')
    })
  })

  test('seats no player without a block check of everyone seated, or after a failed one', () => {
    always((before, step, { changes }) => {
      if (step.kind !== 'join' || !changes.some(({ kind }) => kind === 'taken')) return
      expect(step.blocks.blocked).toBe(false)
      expect(step.blocks.askedAbout).toEqual(
        expect.arrayContaining((before?.seats ?? []).map((seat) => seat.accountId)),
      )
    })
  })

  test('keeps counts, deadline and gateways in step', () => {
    const counts = { rooms: 0, seats: 0 }
    let held = new Set<string>()
    always((before, _, outcome) => {
      if (!before) Object.assign(counts, { rooms: 0, seats: 0 })
      if (!before) held = new Set()
      if (outcome.changes.length === 0) return
      const effects = effectsOf(before, outcome)
      counts.rooms += effects.roomsDelta
      counts.seats += effects.seatsDelta
      for (const gateway of effects.gateways) held.add(gateway)
      for (const gateway of effects.gatewaysLeft) held.delete(gateway)
      const connected = outcome.room.seats.filter(isConnected)
      const graces = outcome.room.seats.filter((seat) => !isConnected(seat)).map((seat) => seat.graceDeadlineMs)
      expect(counts).toEqual({ rooms: outcome.closedReason === '' ? 1 : 0, seats: outcome.room.seats.length })
      expect(held).toEqual(new Set(connected.map((seat) => seat.connection.gatewayId)))
      expect(effects.deadlineMs).toBe(graces.length === 0 ? undefined : Math.min(...graces))
      expect(effects.listRank === undefined).toBe(outcome.closedReason !== '' || !outcome.room.publicRoom)
    })
  })
})
