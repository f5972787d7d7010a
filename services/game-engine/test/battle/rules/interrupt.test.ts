import { EndReason } from '@kla/proto'
import { expect, test } from '@jest/globals'
import { Table } from '../../support/rules.js'

const AWAY_MS = 14 * 60_000
const VOID = { winnerId: null, counted: false }

test('ends an interrupted battle at its next deadline, without a vote, and does not count it', () => {
  for (const table of [new Table().begins(), new Table().begins().passes()]) {
    table.isLeftAlone(AWAY_MS).passes()
    expect(table.outcomes()).toMatchObject([{ ...VOID, reason: EndReason.INTERRUPTED, finishedBy: null }])
    expect(table.battle).toMatchObject({ phase: 'result', winnerId: null })
    expect(table.names(true)).toEqual(['endGame', 'noUnanimousWinner'])
    table.passes()
    expect(table.battle).toMatchObject({ phase: 'waiting' })
  }
})

test('gives no win to a player who finishes after the interruption', () => {
  const table = new Table().begins().isLeftAlone(AWAY_MS).does({ kind: 'finish', accountId: 1 })
  expect(table.outcomes()).toMatchObject([{ ...VOID, reason: EndReason.INTERRUPTED }])
})

test('ends an interrupted vote without a winner, and does not count it when a player leaves', () => {
  const voting = new Table().begins().after(AWAY_MS).does({ kind: 'finish', accountId: 1 }).isLeftAlone(60_000)
  for (const accountId of [1, 2]) voting.does({ kind: 'declare-winner', accountId, winnerId: 2 })
  expect(voting.outcomes()).toMatchObject([{ ...VOID, reason: EndReason.FINISHED }])
  const left = new Table().begins().isLeftAlone(AWAY_MS)
  left.does({ kind: 'leave', seat: { accountId: 1, seatTakenAtMs: 100 }, roomVersion: 2 })
  expect(left.outcomes()).toMatchObject([VOID])
})

test('counts a battle that began after the interruption', () => {
  const table = new Table().isLeftAlone(AWAY_MS).after(1_000).begins().after(AWAY_MS)
  table.does({ kind: 'finish', accountId: 1 })
  for (const accountId of [1, 2]) table.does({ kind: 'declare-winner', accountId, winnerId: 1 })
  expect(table.outcomes()).toMatchObject([{ winnerId: 1, counted: true }])
})
