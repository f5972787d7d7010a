import { EndReason } from '@kla/proto'
import { describe, expect, test } from '@jest/globals'
import { snapshot, Table } from '../../support/rules.js'

const left = (accountId: number, seatTakenAtMs: number, roomVersion = 2) =>
  ({ kind: 'leave', seat: { accountId, seatTakenAtMs }, roomVersion }) as const

describe('leaving', () => {
  test.each([0, 1])('in the rounds ends them and the battle in one news (phase %d)', (passed) => {
    const table = new Table().begins()
    if (passed) table.passes()
    table.does(left(1, 100))
    expect(table.names(true)).toEqual(['endGame', 'noUnanimousWinner'])
    expect(table.outcomes()).toMatchObject([
      { reason: EndReason.LEFT, winnerId: null, finishedBy: null, leftBy: 1 },
    ])
    expect(table.battle).toMatchObject({ phase: 'result', gone: [1] })
  })

  test('once the rounds are over is not what ended them', () => {
    const table = new Table().begins().does({ kind: 'finish', accountId: 2 }).does(left(1, 100))
    expect(table.outcomes()).toMatchObject([{ reason: EndReason.FINISHED, finishedBy: 2, leftBy: null }])
  })

  test('is told twice without harm', () => {
    const table = new Table().begins().does(left(1, 100))
    const before = table.battle
    expect(table.does(left(1, 100)).battle).toBe(before)
    expect(table.outcomes()).toHaveLength(1)
  })

  test('told late does not end the battle of who has sat down again', () => {
    const [, second] = snapshot().seats
    const seats = [{ accountId: 1, seatTakenAtMs: 900 }, ...(second ? [second] : [])]
    const table = new Table().begins({ version: 3, seats }).does(left(1, 100))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
  })

  test('takes the ready flag along', () => {
    const table = new Table().does({ kind: 'ready-up', accountId: 1, room: snapshot() }).does(left(1, 100))
    expect(table.names()).toEqual(['waitingChanged', 'waitingChanged'])
    expect(table.battle).toMatchObject({ ready: [] })
  })

  test('by somebody who does not play changes nothing for those who do', () => {
    const table = new Table().begins().does(left(9, 100))
    expect(table.battle).toMatchObject({ phase: 'prompt' })
    expect(table.names(true)).toContain('promptGif')
  })
})

describe('closing the room', () => {
  test('gives a battle that is on its outcome, and ends everything', () => {
    const table = new Table().begins().does({ kind: 'close', roomVersion: 5 })
    expect(table.outcomes()).toMatchObject([{ reason: EndReason.LEFT, leftBy: null }])
    expect(table.battle).toMatchObject({ phase: 'closed' })
    expect(table.does({ kind: 'close', roomVersion: 5 }).outcomes()).toHaveLength(1)
  })

  test('after the outcome adds none', () => {
    const table = new Table().begins().does(left(1, 100)).does({ kind: 'close', roomVersion: 5 })
    expect(table.outcomes()).toHaveLength(1)
  })
})
