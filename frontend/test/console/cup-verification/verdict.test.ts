import { expect, test } from '@jest/globals'
import type { CupEntryView, CupTieView, TieView } from '@kla/proto/web'
import { outcomesOf, ruleWords } from '../../../src/console/cup-verification/verdict.js'

const player = (id: number, username: string, seed: number): CupEntryView => ({
  id,
  username,
  avatar: null,
  seed,
  checked_in: true,
})
const tie = { id: '1-1', state: 'disputed', open_to_verdict: true } as TieView
const entry: Pick<CupTieView, 'tie' | 'mode' | 'player_a' | 'player_b'> = {
  tie,
  mode: 'rush',
  player_a: player(7, 'ada', 4),
  player_b: player(8, 'bo', 1),
}

test('a judge says that one or the other advances, or nobody', () => {
  expect(outcomesOf(entry)).toEqual([
    { winnerId: 7, words: 'ada advances' },
    { winnerId: 8, words: 'bo advances' },
    { winnerId: null, words: 'Nobody advances' },
  ])
})

test('nothing can be said about a tie on which another builds', () => {
  expect(outcomesOf({ ...entry, tie: { ...tie, state: 'decided', open_to_verdict: false } })).toEqual([])
})

test('who is not there cannot win', () => {
  expect(outcomesOf({ ...entry, player_b: null }).map(({ winnerId }) => winnerId)).toEqual([7, null])
})

test('the rule is told by mode, and names the better seed', () => {
  expect(ruleWords(entry)).toContain('finished first')
  expect(ruleWords(entry)).toContain('bo, seed 1')
  expect(ruleWords({ ...entry, mode: 'stamina' })).toContain('lasted longer')
  expect(ruleWords(entry)).toContain('no battle was played nobody advances')
})
