import { describe, expect, test } from '@jest/globals'
import { NO_PAIR_LIMITS, snapshot, Table } from '../../support/rules.js'

const ready = (accountId: number, room = snapshot()) =>
  ({ kind: 'ready-up', accountId, room, limits: NO_PAIR_LIMITS }) as const

describe('readying up', () => {
  test('is visible to both while the opponent is not ready', () => {
    const table = new Table().does(ready(1))
    expect(table.names()).toEqual(['readyChanged'])
    expect(table.battle).toMatchObject({ phase: 'waiting', ready: [{ accountId: 1 }] })
  })

  test('starts round 1 when the second player is ready', () => {
    const table = new Table().begins()
    expect(table.names(true)).toEqual(['playDrum', 'promptGif', 'gifOptions', 'gifOptions'])
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 1 }, durationMs: 10_000 })
    expect(table.effects.map(({ kind }) => kind)).toEqual(['update', 'update', 'started'])
  })

  test('is rejected the second time', () => {
    expect(new Table().does(ready(1)).refusal(ready(1))).toBe('ALREADY_READY')
    expect(new Table().begins().refusal(ready(1))).toBe('NOT_WAITING')
  })

  test('is rejected without a seat', () => {
    expect(new Table().refusal(ready(9))).toBe('NOT_SEATED')
    expect(new Table().begins().refusal(ready(9))).toBe('NOT_SEATED')
  })

  test('is rejected for the second player when there are no GIFs', () => {
    expect(new Table({ pool: [] }).does(ready(1)).refusal(ready(2))).toBe('NO_GIFS')
  })

  test('ignores the flag of a player who has left', () => {
    const table = new Table().does(ready(1))
    const room = snapshot({ version: 3, seats: [2, 3].map((accountId) => ({ accountId, seatTakenAtMs: 300 })) })
    table.does(ready(3, room))
    expect(table.battle).toMatchObject({ phase: 'waiting', ready: [{ accountId: 3 }] })
  })

  test('ignores the flag of a seat that was left and taken again', () => {
    const table = new Table().does(ready(1))
    const [, second] = snapshot().seats
    const seats = [{ accountId: 1, seatTakenAtMs: 900 }, ...(second ? [second] : [])]
    table.does(ready(2, snapshot({ version: 3, seats })))
    expect(table.battle).toMatchObject({ phase: 'waiting', ready: [{ accountId: 2 }] })
  })

  test('requires a fresh room when a player has left since it was read', () => {
    const table = new Table().does({ kind: 'leave', seat: { accountId: 1, seatTakenAtMs: 100 }, roomVersion: 2 })
    expect(table.refusal(ready(1, snapshot({ version: 1 })))).toBe('CONFLICT')
  })

  test('is rejected in a closed room', () => {
    expect(new Table().does({ kind: 'close', roomVersion: 4 }).refusal(ready(1))).toBe('ROOM_NOT_FOUND')
  })
})
