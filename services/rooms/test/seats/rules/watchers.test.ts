import { expect, test } from '@jest/globals'
import { JUDGES_MAX, SPECTATORS_MAX } from '@kla/proto/web'
import fc from 'fast-check'
import type { Command } from '../../../src/seats/rules/command.js'
import { type Changed, isChange } from '../../../src/seats/rules/outcome.js'
import { effectsOf, reduce } from '../../../src/seats/rules/reduce.js'
import { isConnected, type Room, seatOf } from '../../../src/shared/rules/room.js'

const person = (accountId: number) => ({ accountId, username: `player${accountId}`, discordId: '', avatar: '' })
const player = fc.constantFrom(1, 2)
const sockets = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
const socketId = fc.constantFrom(...sockets)
const gatewayId = fc.constantFrom('g1', 'g2', 'g3')
const connection = fc.record({ socketId, gatewayId })

const opening: Command = {
  kind: 'open',
  roomId: 'room',
  name: 'Final',
  mode: 'rush',
  category: 'default',
  origin: 'tie',
  tie: { cupId: 'cup', tieId: 'tie', cupName: 'Cup' },
  players: [1, 2].map((accountId) => ({
    person: person(accountId),
    connection: { socketId: '', gatewayId: '' },
    claim: '',
  })),
}
const sits = (accountId: number): Command => ({
  kind: 'resume',
  accountId,
  connection: { socketId: `p${accountId}`, gatewayId: 'g1' },
})
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({
    kind: fc.constant('watch' as const), connection, name: fc.constant('name'),
    judge: fc.constant(false), accountId: fc.integer({ min: 1, max: 12 }),
  }) },
  { weight: 2, arbitrary: fc.record({
    kind: fc.constant('watch' as const), connection, name: fc.constant('name'),
    judge: fc.constant(true), accountId: fc.constant(0),
  }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('allow-spectators' as const), accountId: player, allow: fc.constantFrom(true, true, false) }) },
  fc.record({ kind: fc.constant('stop-watching' as const), socketId }),
  fc.record({ kind: fc.constant('stop-watching' as const), accountId: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ kind: fc.constant('lose-connection' as const), accountId: fc.integer({ min: 0, max: 12 }), socketId }),
  fc.record({ kind: fc.constant('lose-gateway' as const), gatewayId }),
  fc.record({ kind: fc.constant('resume' as const), accountId: player, connection, continues: fc.option(socketId, { nil: undefined }) }),
  fc.record({ kind: fc.constant('leave' as const), accountId: player }),
  fc.record({ kind: fc.constant('expire-graces' as const) }),
) // oxfmt-ignore

/** Plays histories in the room of a tie; calls `check` after each command that was not refused. */
const always = (check: (before: Room, command: Command, outcome: Changed) => void): void =>
  fc.assert(
    fc.property(fc.array(fc.tuple(command, fc.integer({ min: 0, max: 4_000 })), { maxLength: 60 }), (steps) => {
      let nowMs = 1_000_000
      let room: Room | undefined
      for (const step of [opening, sits(1), sits(2)]) {
        const opened = reduce(room, step, { nowMs, graceMs: 15_000 })
        if ('refused' in opened) throw new Error(opened.refused)
        room = opened.room
      }
      if (!room) return
      for (const [step, passedMs] of steps) {
        nowMs += passedMs
        const outcome = reduce(room, step, { nowMs, graceMs: 15_000 })
        if ('refused' in outcome) continue
        check(room, step, outcome)
        if (outcome.closedReason !== '') return
        room = outcome.room
      }
    }),
    { numRuns: 400 },
  )

test('spectators watch only while both players sit there and consent', () => {
  always((_, __, { room }) => {
    expect(room.spectatorConsents.every((accountId) => seatOf(room, accountId))).toBe(true)
    if (room.watchers.some(({ judge }) => !judge)) expect([...room.spectatorConsents].sort()).toEqual([1, 2])
  })
})

test('a consent ends with the connection of its page, unless that hands over', () => {
  always((before, step, { room, changes }) => {
    for (const { kind, seat } of changes) {
      if (kind === 'lost') expect(room.spectatorConsents).not.toContain(seat.accountId)
      const handedOver = step.kind === 'resume' && step.continues !== undefined
      if (kind === 'resumed' && handedOver && seatOf(room, seat.accountId)?.peerId !== undefined) {
        expect(room.spectatorConsents).toEqual(before.spectatorConsents)
      } else if (kind === 'resumed') expect(room.spectatorConsents).not.toContain(seat.accountId)
    }
    if (!room.seats.every(isConnected)) expect(room.watchers.every(({ judge }) => judge)).toBe(true)
  })
})

test('the number of watchers stays within its limits, without duplicates', () => {
  always((_, __, { room: { watchers } }) => {
    const spectators = watchers.filter(({ judge }) => !judge)
    expect(watchers.length - spectators.length).toBeLessThanOrEqual(JUDGES_MAX)
    expect(spectators.length).toBeLessThanOrEqual(SPECTATORS_MAX)
    expect(new Set(watchers.map((watcher) => watcher.connection.socketId)).size).toBe(watchers.length)
    expect(new Set(spectators.map(({ accountId }) => accountId)).size).toBe(spectators.length)
  })
})

test('every change makes a version, and only a change does', () => {
  always((before, _, outcome) => {
    const { version: from, ...was } = before
    const { version: to, ...is } = outcome.room
    expect(to > from).toBe(isChange(before, outcome))
    expect(isChange(before, outcome)).toBe(JSON.stringify(was) !== JSON.stringify(is))
  })
})

test('a judge leaves only on request, with the connection or with the last player', () => {
  always((before, step, { room, closedReason }) => {
    for (const { judge, connection: by } of before.watchers) {
      if (!judge || room.watchers.some((watcher) => watcher.connection.socketId === by.socketId)) continue
      const own =
        (step.kind === 'stop-watching' || step.kind === 'lose-connection') &&
        'socketId' in step &&
        step.socketId === by.socketId
      const gateway = step.kind === 'lose-gateway' && step.gatewayId === by.gatewayId
      expect(own || gateway || closedReason === 'empty').toBe(true)
    }
  })
})

test('a disconnected account watches by no connection', () => {
  always((_, step, { room }) => {
    if (step.kind !== 'stop-watching' || !('accountId' in step)) return
    expect(room.watchers.some(({ judge, accountId }) => !judge && accountId === step.accountId)).toBe(false)
  })
})

test('a closed room has no watchers, and the gateways of watchers are known', () => {
  always((before, _, outcome) => {
    const { room, closedReason } = outcome
    if (closedReason !== '') expect(room.watchers).toEqual([])
    const connections = [...room.seats.filter(isConnected), ...room.watchers].map((each) => each.connection.gatewayId)
    expect(new Set(effectsOf(before, outcome).gateways)).toEqual(new Set(connections))
  })
})
