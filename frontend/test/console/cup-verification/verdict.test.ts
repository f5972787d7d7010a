import { describe, expect, test } from '@jest/globals'
import type { CupEntryView, CupTieView, TieView } from '@kla/proto/web'
import { outcomesOf, privateWords, ruleWords } from '../../../src/console/cup-verification/verdict.js'

const player = (id: number, username: string, seed: number): CupEntryView => ({
  id,
  username,
  avatar: null,
  seed,
  checked_in: true,
})
const tie = { id: '1-1', state: 'disputed', open_to_verdict: true } as TieView
const entry: Pick<CupTieView, 'tie' | 'mode' | 'player_a' | 'player_b' | 'apart' | 'safety_exit_by'> = {
  apart: false,
  safety_exit_by: null,
  tie,
  mode: 'rush',
  player_a: player(7, 'ada', 4),
  player_b: player(8, 'bo', 1),
}

describe('outcomesOf', () => {
  test('offers either player, or no winner', () => {
    expect(outcomesOf(entry)).toEqual([
      { winnerId: 7, words: 'ada advances' },
      { winnerId: 8, words: 'bo advances' },
      { winnerId: null, words: 'No one advances' },
    ])
  })

  test('offers nothing once a later tie depends on it', () => {
    expect(outcomesOf({ ...entry, tie: { ...tie, state: 'decided', open_to_verdict: false } })).toEqual([])
  })

  test('does not offer a missing player', () => {
    expect(outcomesOf({ ...entry, player_b: null }).map(({ winnerId }) => winnerId)).toEqual([7, null])
  })
})

describe('ruleWords', () => {
  test('explains the rule by mode and names the better seed', () => {
    expect(ruleWords(entry)).toContain('finished first')
    expect(ruleWords(entry)).toContain('bo, seed 1')
    expect(ruleWords({ ...entry, mode: 'stamina' })).toContain('lasted longer')
    expect(ruleWords(entry)).toContain('no battle was played, no one advances')
  })

  test('says that the winner is drawn at random after a safety exit', () => {
    expect(ruleWords({ ...entry, safety_exit_by: 7 })).toBe(
      'By the rule the player who finished first wins; if no one finished, the winner is drawn at random.',
    )
  })
})

describe('privateWords', () => {
  test('tell judges who used the panic exit, or that the two are kept apart', () => {
    expect(privateWords(entry)).toBeNull()
    expect(privateWords({ ...entry, safety_exit_by: 8 })).toContain('bo used the panic exit')
    expect(privateWords({ ...entry, apart: true })).toContain('drawn at random')
  })
})
