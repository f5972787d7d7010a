import { describe, expect, test } from '@jest/globals'
import { peerIdOf } from '@kla/proto'
import fc from 'fast-check'
import type { Command } from '../../../src/seats/rules/command.js'
import { type Changed, isChange } from '../../../src/seats/rules/outcome.js'
import { reduce } from '../../../src/seats/rules/reduce.js'
import { isConnected, type Room, seatOf } from '../../../src/shared/rules/room.js'

const person = (accountId: number) => ({ accountId, username: `player${accountId}`, discordId: '', avatar: '' })
const at = (socketId: string, gatewayId = 'g1') => ({ socketId, gatewayId })
const opening: Command = {
  kind: 'open',
  roomId: 'room',
  name: 'Final',
  mode: 'rush',
  category: 'default',
  origin: 'tie',
  tie: { cupId: 'cup', tieId: 'tie', cupName: 'Cup' },
  players: [1, 2].map((accountId) => ({ person: person(accountId), connection: at('', ''), claim: '' })),
}
const moment = (nowMs: number) => ({ nowMs, graceMs: 15_000 })
const step = (room: Room | undefined, command: Command, nowMs = 1_000): Changed => {
  const outcome = reduce(room, command, moment(nowMs))
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome
}
const after = (...commands: readonly Command[]): Room => {
  let room = step(undefined, opening).room
  for (const command of commands) room = step(room, command).room
  return room
}
const resume = (accountId: number, socketId: string, continues?: string, gatewayId = 'g1'): Command => ({
  kind: 'resume',
  accountId,
  connection: at(socketId, gatewayId),
  continues,
})
const show = (accountId: number, epoch: number): Command => ({ kind: 'set-reveal', accountId, show: true, epoch })
const hide = (accountId: number, epoch: number): Command => ({ kind: 'set-reveal', accountId, show: false, epoch })
const judge = (socketId: string, continues?: string): Command => ({
  kind: 'watch',
  connection: at(socketId),
  name: 'Judge',
  judge: true,
  accountId: 0,
  claim: 'pass',
  continues,
})
const spectator = (socketId: string): Command => ({
  kind: 'watch',
  connection: at(socketId),
  name: 'Eve',
  judge: false,
  accountId: 3,
})

const arrived = [resume(1, 'a'), resume(2, 'b', undefined, 'g2')]
const seatedEpoch = after(...arrived).reveal?.epoch ?? -1
const open = after(...arrived, show(1, seatedEpoch), show(2, seatedEpoch))
const closedAgain = { epoch: seatedEpoch + 1, ready: [], openedAtMs: null }

describe('a reveal', () => {
  test('opens once both players are there, connected and ready in the same epoch', () => {
    expect(after(...arrived, show(1, seatedEpoch)).reveal).toEqual({ epoch: seatedEpoch, ready: [1], openedAtMs: null })
    expect(open.reveal).toEqual({ epoch: seatedEpoch, ready: [1, 2], openedAtMs: 1_000 })
  })

  test('asks both players again after one withdraws, whatever epoch it names', () => {
    for (const epoch of [0, seatedEpoch, seatedEpoch + 9]) {
      const outcome = step(open, hide(1, epoch), 5_000)
      expect(outcome.room.reveal).toEqual({ ...closedAgain, closed: { by: 1, why: 'withdrawn' } })
      expect(outcome.revealed).toEqual({
        epoch: seatedEpoch,
        accounts: [1, 2],
        openedAtMs: 1_000,
        closed: { atMs: 5_000, by: 1, why: 'withdrawn' },
      })
    }
  })

  test('refuses a show that crosses a withdrawal', () => {
    const { room } = step(after(...arrived, show(1, seatedEpoch)), hide(1, seatedEpoch))
    expect(reduce(room, show(2, seatedEpoch), moment(1))).toEqual({ refused: 'REVEAL_OUTDATED' })
    expect(reduce(room, show(1, seatedEpoch), moment(1))).toEqual({ refused: 'REVEAL_OUTDATED' })
  })

  test('refuses a show that arrives after the withdrawal that was sent later', () => {
    const { room } = step(after(...arrived), hide(1, seatedEpoch))
    expect(reduce(room, show(1, seatedEpoch), moment(1))).toEqual({ refused: 'REVEAL_OUTDATED' })
  })

  test('does not change when a command is repeated', () => {
    const ready = after(...arrived, show(1, seatedEpoch))
    expect(step(ready, show(1, seatedEpoch)).room).toBe(ready)
    const { room: hidden } = step(ready, hide(1, seatedEpoch))
    expect(step(hidden, hide(1, seatedEpoch)).room).toBe(hidden)
  })

  test.each<[string, Command, string, number]>([
    ['a player leaves', { kind: 'leave', accountId: 2 }, 'left', 2],
    ['a connection is lost', { kind: 'lose-connection', accountId: 1, socketId: 'a' }, 'lost', 1],
    ['a gateway is lost', { kind: 'lose-gateway', gatewayId: 'g2' }, 'lost', 2],
    ['another page takes a seat over', resume(1, 'c'), 'seat', 1],
    ['a judge comes', judge('j'), 'watcher', 0],
  ])('closes when %s', (_when, command, why, by) => {
    const { room, revealed } = step(open, command, 7_000)
    // Someone who leaves reads nothing here, and the next player has not seen the one who stays.
    expect(room.reveal).toEqual(why === 'left' ? closedAgain : { ...closedAgain, closed: { by, why } })
    expect(revealed?.closed).toEqual({ atMs: 7_000, why, by })
  })

  test('gives the reason why it closed until it opens again, even after a reload', () => {
    const lost = step(open, { kind: 'lose-connection', accountId: 1, socketId: 'a' }).room
    const back = step(lost, resume(1, 'c')).room
    expect(back.reveal?.closed).toEqual({ by: 1, why: 'lost' })
    const epoch = back.reveal?.epoch ?? -1
    const one = step(back, show(1, epoch)).room
    expect(one.reveal?.closed).toEqual({ by: 1, why: 'lost' })
    expect(step(one, show(2, epoch)).room.reveal).toEqual({ epoch, ready: [1, 2], openedAtMs: 1_000 })
  })

  test('gives no reason to players who had not opened it', () => {
    const ready = after(...arrived, show(1, seatedEpoch))
    expect(step(ready, hide(1, seatedEpoch)).room.reveal?.closed).toBeUndefined()
    const { room } = step(step(open, hide(1, seatedEpoch)).room, { kind: 'leave', accountId: 2 })
    expect(room.reveal?.closed).toBeUndefined()
  })

  test('closes when a spectator arrives, and stays open when one leaves', () => {
    let room = after(...arrived)
    for (const accountId of [1, 2]) room = step(room, { kind: 'allow-spectators', accountId, allow: true }).room
    const { epoch } = step(room, spectator('s')).room.reveal ?? { epoch: -1 }
    expect(epoch).toBe(seatedEpoch + 1)
    room = [spectator('s'), show(1, epoch), show(2, epoch)].reduce((next, command) => step(next, command).room, room)
    const { room: without, revealed } = step(room, { kind: 'stop-watching', socketId: 's' })
    expect(without.reveal).toEqual(room.reveal)
    expect(revealed).toBeUndefined()
  })

  test('stays open through handovers of players and judges', () => {
    expect(step(open, resume(1, 'c', 'a', 'g2')).room.reveal).toEqual(open.reveal)
    const judged = step(open, judge('j')).room
    const epoch = judged.reveal?.epoch ?? -1
    const shown = step(step(judged, show(1, epoch)).room, show(2, epoch)).room
    expect(step(shown, judge('k', 'j')).room.reveal).toEqual(shown.reveal)
  })

  test('is refused without a seat, and in a room that is not veiled', () => {
    expect(reduce(open, show(3, seatedEpoch), moment(1))).toEqual({ refused: 'NOT_SEATED' })
    expect(reduce({ ...open, reveal: null }, show(1, seatedEpoch), moment(1))).toEqual({ refused: 'NOT_VEILED' })
    expect(reduce(undefined, show(1, seatedEpoch), moment(1))).toEqual({ refused: 'ROOM_NOT_FOUND' })
  })
})

type Said =
  | Command
  | { readonly kind: 'say'; readonly accountId: number; readonly show: boolean; readonly behind: number }

const sockets = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const connection = fc.record({ socketId: sockets, gatewayId: fc.constantFrom('g1', 'g2') })
const player = fc.constantFrom(1, 2)
const command: fc.Arbitrary<Said> = fc.oneof(
  { weight: 30, arbitrary: fc.record({
    kind: fc.constant('say' as const), accountId: fc.constantFrom(1, 2, 1, 2, 1, 2, 3),
    show: fc.constantFrom(true, true, true, true, false), behind: fc.constantFrom(0, 0, 0, 0, 1, 2, -1),
  }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('resume' as const), accountId: player, connection, continues: fc.option(sockets, { nil: undefined }) }) },
  fc.record({ kind: fc.constant('lose-connection' as const), accountId: player, socketId: sockets }),
  fc.record({ kind: fc.constant('lose-gateway' as const), gatewayId: fc.constantFrom('g1', 'g2') }),
  fc.record({ kind: fc.constant('watch' as const), connection, name: fc.constant('n'), judge: fc.constant(false), accountId: fc.constantFrom(5, 6), continues: fc.option(sockets, { nil: undefined }) }),
  fc.record({ kind: fc.constant('watch' as const), connection, name: fc.constant('n'), judge: fc.constant(true), accountId: fc.constant(0), claim: fc.constant('pass'), continues: fc.option(sockets, { nil: undefined }) }),
  fc.record({ kind: fc.constant('stop-watching' as const), socketId: sockets }),
  fc.record({ kind: fc.constant('allow-spectators' as const), accountId: player, allow: fc.constantFrom(true, true, false) }),
  fc.record({ kind: fc.constant('expire-graces' as const) }),
  fc.record({ kind: fc.constant('leave' as const), accountId: player }),
  fc.record({
    kind: fc.constant('join' as const), person: player.map(person), connection, claim: fc.constant(''),
    passcode: fc.constant('right' as const), blocks: fc.constant({ askedAbout: [1, 2], blocked: false }),
  }),
) // oxfmt-ignore

const peersOf = ({ seats }: Room): string[] =>
  seats.map((seat) => `${seat.accountId} ${peerIdOf(seat)} ${isConnected(seat) ? '' : 'lost'}`).sort()

describe('over any history', () => {
  test('a reveal is open only if both agreed in this epoch, and no seat changed or watcher arrived since', () => {
    let opened = 0
    const history = fc.array(fc.tuple(command, fc.integer({ min: 0, max: 4_000 })), { maxLength: 60 })
    fc.assert(
      fc.property(history, (steps) => {
        let nowMs = 1_000_000
        let room = after(...arrived)
        let disturbedAt = -1
        const saidAt = new Map<number, { step: number; epoch: number }>()
        for (const [at, [said, passedMs]] of steps.entries()) {
          nowMs += passedMs
          const before = room
          const next: Command = said.kind === 'say'
            ? { kind: 'set-reveal', accountId: said.accountId, show: said.show, epoch: (before.reveal?.epoch ?? 0) - said.behind }
            : said // oxfmt-ignore
          const outcome = reduce(before, next, { nowMs, graceMs: 8_000 })
          if ('refused' in outcome) continue
          if (outcome.closedReason !== '') {
            expect(before.reveal?.openedAtMs).toBeNull()
            return
          }
          room = outcome.room
          if (next.kind === 'set-reveal' && next.show) saidAt.set(next.accountId, { step: at, epoch: next.epoch })
          if (next.kind === 'set-reveal' && !next.show) saidAt.delete(next.accountId)
          const known = before.watchers.map(peerIdOf)
          const came = room.watchers.some((watcher) => !known.includes(peerIdOf(watcher)))
          if (came || peersOf(before).join() !== peersOf(room).join()) disturbedAt = at

          const [was, is] = [before.reveal, room.reveal]
          if (!was || !is) throw new Error('the room is veiled')
          expect(is.epoch).toBeGreaterThanOrEqual(was.epoch)
          expect(is.ready.every((accountId) => seatOf(room, accountId))).toBe(true)
          if (isChange(before, outcome) && was.openedAtMs !== null && is.openedAtMs === null)
            expect(is.epoch).toBeGreaterThan(was.epoch)
          expect(outcome.revealed !== undefined).toBe((was.openedAtMs === null) !== (is.openedAtMs === null))
          if (is.openedAtMs === null) continue
          opened += 1
          expect(room.seats.filter(isConnected)).toHaveLength(2)
          for (const { accountId } of room.seats) {
            const ready = saidAt.get(accountId)
            expect(ready?.epoch).toBe(is.epoch)
            expect(ready?.step).toBeGreaterThan(disturbedAt)
          }
        }
      }),
      { numRuns: 1_500 },
    )
    expect(opened).toBeGreaterThan(50)
  })
})
