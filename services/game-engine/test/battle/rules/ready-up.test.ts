import { describe, expect, test } from '@jest/globals'
import { isPlayed, type Result } from '../../../src/battle/rules/battle.js'
import { viewFor } from '../../../src/battle/rules/view.js'
import { NO_PAIR_LIMITS, ROOM, snapshot, Table } from '../../support/rules.js'

const ready = (accountId: number, room = snapshot()) =>
  ({ kind: 'ready-up', accountId, room, limits: NO_PAIR_LIMITS }) as const

const left = (accountId: number, seatTakenAtMs: number, roomVersion = 2) =>
  ({ kind: 'leave', seat: { accountId, seatTakenAtMs }, roomVersion }) as const

/** A battle that player 1 has won. */
function over() {
  const table = new Table().begins().does({ kind: 'finish', accountId: 1 })
  for (const accountId of [1, 2]) table.does({ kind: 'declare-winner', accountId, winnerId: 1 })
  if (table.battle?.phase !== 'result') throw new Error('the battle is not over')
  return table as Table & { battle: Result }
}

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

  test('of both starts the next battle out of the result at once', () => {
    const table = over()
    const { battleId } = table.battle.match
    const { updateSeq } = table.battle
    table.does(ready(2))
    expect(table.names(true)).toEqual(['readyChanged'])
    expect(table.battle).toMatchObject({ phase: 'result', ready: [{ accountId: 2 }], winnerId: 1 })
    expect(viewFor(table.battle, ROOM, 1)).toMatchObject({ ready: [2], winnerId: 1 })
    expect(table.refusal(ready(2))).toBe('ALREADY_READY')
    table.does(ready(1))
    expect(table.names(true)).toEqual(['playDrum', 'promptGif', 'gifOptions', 'gifOptions'])
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { round: 1 }, updateSeq: updateSeq + 2 })
    expect(isPlayed(table.battle) && table.battle.match.battleId).not.toBe(battleId)
    expect(table.outcomes()).toMatchObject([{ battleId, winnerId: 1 }])
    expect(table.effects.filter(({ kind }) => kind === 'started')).toHaveLength(2)
  })

  test('stays when the result is over', () => {
    const table = over().does(ready(2)).passes()
    expect(table.battle).toMatchObject({ phase: 'waiting', ready: [{ accountId: 2 }] })
    expect(table.effects.at(-1)).toMatchObject({
      update: { events: [{ event: { $case: 'readyChanged', value: { ready: [2] } } }] },
    })
    expect(table.does(ready(1)).battle).toMatchObject({ phase: 'prompt' })
  })

  test('of a player who leaves during the result is taken back', () => {
    const table = over().does(ready(2)).does(left(2, 200))
    expect(table.names(true)).toEqual(['readyChanged'])
    expect(table.battle).toMatchObject({ phase: 'result', ready: [], gone: [2] })
    const alone = snapshot({ version: 2, seats: [{ accountId: 1, seatTakenAtMs: 100 }] })
    expect(table.refusal(ready(2, alone))).toBe('NOT_SEATED')
    expect(table.does(ready(1, alone)).battle).toMatchObject({ phase: 'result', ready: [{ accountId: 1 }] })
    expect(table.passes().battle).toMatchObject({ phase: 'waiting', ready: [{ accountId: 1 }] })
  })

  test('during the result starts a battle with the new opponent, not the one who left', () => {
    const table = over().does(ready(2))
    const seats = [1, 3].map((accountId) => ({ accountId, seatTakenAtMs: accountId * 100 }))
    const room = snapshot({ version: 3, seats })
    expect(table.does(ready(1, room)).battle).toMatchObject({ phase: 'result', ready: [{ accountId: 1 }] })
    table.does(left(2, 200)).does(ready(3, room))
    expect(table.battle).toMatchObject({ phase: 'prompt', match: { players: [{ accountId: 1 }, { accountId: 3 }] } })
    expect(table.does(left(2, 200)).battle).toMatchObject({ phase: 'prompt' })
  })

  test('of a new opponent who leaves during the result is taken back', () => {
    const seats = [1, 3].map((accountId) => ({ accountId, seatTakenAtMs: accountId * 100 }))
    const table = over()
      .does(left(2, 200))
      .does(ready(3, snapshot({ version: 3, seats })))
      .does(left(3, 300, 4))
    expect(table.battle).toMatchObject({ phase: 'result', ready: [], gone: [2] })
  })

  test('is rejected during the result of a tie', () => {
    const room = snapshot({ tie: true })
    const table = over()
    expect(table.refusal(ready(1, room))).toBe('NOT_WAITING')
    table.passes()
    expect(table.does(ready(1, room)).does(ready(2, room)).battle).toMatchObject({ phase: 'prompt' })
  })

  test('is rejected in a closed room', () => {
    expect(new Table().does({ kind: 'close', roomVersion: 4 }).refusal(ready(1))).toBe('ROOM_NOT_FOUND')
  })
})
