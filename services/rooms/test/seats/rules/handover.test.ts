import { describe, expect, test } from '@jest/globals'
import type { Command } from '../../../src/seats/rules/command.js'
import { reduce } from '../../../src/seats/rules/reduce.js'
import { type Room, seatOf, watcherBy } from '../../../src/shared/rules/room.js'

const at = (socketId: string) => ({ socketId, gatewayId: 'g' })

const after = (room: Room | undefined, ...commands: readonly Command[]): Room => {
  let next = room
  for (const command of commands) {
    const outcome = reduce(next, command, { nowMs: 1_000, graceMs: 15_000 })
    if ('refused' in outcome) throw new Error(outcome.refused)
    next = outcome.room
  }
  if (!next) throw new Error('nothing was commanded')
  return next
}

const room = after(undefined, {
  kind: 'create',
  roomId: 'r',
  name: 'n',
  mode: 'rush',
  capacity: 2,
  category: 'default',
  publicRoom: true,
  passcodeHash: '',
  claim: 'c',
  connection: at('a'),
  person: { accountId: 1, username: 'one', discordId: '', avatar: '' },
})
const resume = (socketId: string, continues?: string): Command => ({
  kind: 'resume',
  accountId: 1,
  connection: at(socketId),
  continues,
})
const peerOf = (found: Room): string | undefined => seatOf(found, 1)?.peerId

describe('a seat', () => {
  test('keeps its peer through successive handovers', () => {
    const twice = after(room, resume('b', 'a'), resume('c', 'b'))
    expect(seatOf(twice, 1)?.connection.socketId).toBe('c')
    expect(peerOf(twice)).toBe('a')
  })

  test('gets a new peer when taken over by a page without a handover', () => {
    expect(peerOf(after(room, resume('b', 'a'), resume('c')))).toBeUndefined()
    expect(peerOf(after(room, resume('b', 'a'), resume('c', 'a')))).toBeUndefined()
  })

  test('gets a new peer after a loss: signals may have been missed', () => {
    const lost = after(room, { kind: 'lose-connection', accountId: 1, socketId: 'a' })
    expect(peerOf(after(lost, resume('b', 'a')))).toBeUndefined()
  })

  test('keeps its peer when its own gateway was taken for lost', () => {
    const lost = after(room, resume('b', 'a'), { kind: 'lose-connection', accountId: 1, socketId: 'b' })
    expect(peerOf(after(lost, resume('b')))).toBe('a')
  })
})

describe("a player's consent to spectators", () => {
  const tie: Room = { ...room, tie: { cupId: 'c', tieId: 't', cupName: 'Cup' } }
  const allowed = after(tie, { kind: 'allow-spectators', accountId: 1, allow: true })

  test('survives handovers', () => {
    expect(after(allowed, resume('b', 'a'), resume('c', 'b')).spectatorConsents).toEqual([1])
  })

  test('ends with a lost connection or gateway, and stays ended after the return', () => {
    const losses: Command[] = [
      { kind: 'lose-connection', accountId: 1, socketId: 'a' },
      { kind: 'lose-gateway', gatewayId: 'g' },
    ]
    for (const loss of losses) {
      expect(after(allowed, loss).spectatorConsents).toEqual([])
      for (const back of ['a', 'b']) expect(after(allowed, loss, resume(back, 'a')).spectatorConsents).toEqual([])
    }
  })

  test('cannot be given, but withdrawn, while the connection is lost', () => {
    const lost = after(tie, { kind: 'lose-connection', accountId: 1, socketId: 'a' })
    const allow = (to: boolean): Command => ({ kind: 'allow-spectators', accountId: 1, allow: to })
    const moment = { nowMs: 1_000, graceMs: 15_000 }
    expect(reduce(lost, allow(true), moment)).toEqual({ refused: 'NOT_SEATED' })
    expect(reduce(lost, allow(false), moment)).toMatchObject({ room: lost })
  })

  test('ends when another page takes the seat over', () => {
    expect(after(allowed, resume('b')).spectatorConsents).toEqual([])
  })
})

describe('a watcher', () => {
  const tie: Room = { ...room, tie: { cupId: 'c', tieId: 't', cupName: 'Cup' } }
  const watch = (socketId: string, more: { continues?: string; claim?: string }): Command => ({
    kind: 'watch',
    connection: at(socketId),
    name: 'Judge',
    judge: true,
    accountId: 0,
    ...more,
  })
  const watched = after(tie, watch('j', { claim: 'pass' }))

  test('moves with its pass, keeps its peer and takes no second place', () => {
    const moved = after(
      watched,
      watch('k', { continues: 'j', claim: 'pass' }),
      watch('l', { continues: 'k', claim: 'pass' }),
    )
    expect(moved.watchers).toHaveLength(1)
    expect(watcherBy(moved, 'l')).toMatchObject({ peerId: 'j', sinceMs: 1_000 })
  })

  test('does not move for a caller who knows only its connection', () => {
    expect(after(watched, watch('k', { continues: 'j', claim: 'guessed' })).watchers).toHaveLength(2)
    const spectator = { ...watch('k', { continues: 'j' }), judge: false, accountId: 9 } as Command
    expect(reduce(watched, spectator, { nowMs: 1_000, graceMs: 15_000 })).toEqual({ refused: 'NOT_WATCHABLE' })
  })
})
