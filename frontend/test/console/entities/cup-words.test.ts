import { describe, expect, test } from '@jest/globals'
import type { CupEntryView, TieView } from '@kla/proto/web'
import { roundWords, tieKey, winnerWords } from '../../../src/console/entities/cup-words.js'

const entry = (id: number, username: string): CupEntryView => ({
  id,
  username,
  avatar: null,
  seed: id,
  checked_in: true,
})
const tie: TieView = {
  id: '1-2',
  round: 1,
  position: 2,
  player_a: 1,
  player_b: 2,
  state: 'decided',
  how: 'vote',
  winner_id: 2,
  deadline: null,
  decided_at: null,
  open_to_verdict: true,
}
const players = { player_a: entry(1, 'ada'), player_b: entry(2, 'bo') }

describe('words of ties', () => {
  test('gives ties of different cups different keys', () => {
    expect(tieKey({ cup_id: 'a', tie })).not.toBe(tieKey({ cup_id: 'b', tie }))
  })

  test('names rounds by the number of remaining players', () => {
    expect([1, 2, 3, 4, 5].map((round) => roundWords(round, 5))).toEqual([
      'Round of 32',
      'Round of 16',
      'Quarter-finals',
      'Semi-finals',
      'Final',
    ])
  })

  test('names the winner once there is one', () => {
    expect(winnerWords({ tie, ...players })).toBe('bo')
    expect(winnerWords({ tie: { ...tie, winner_id: null, how: 'void' }, ...players })).toBe('No one')
    expect(winnerWords({ tie: { ...tie, state: 'disputed', winner_id: null }, ...players })).toBe('-')
    expect(winnerWords({ tie, ...players, player_b: entry(2, '') })).toBe('Gone')
  })
})
