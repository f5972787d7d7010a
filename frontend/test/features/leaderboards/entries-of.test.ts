import { expect, test } from '@jest/globals'
import { entriesOf } from '../../../src/features/leaderboards/entries-of.js'
import type { Leaderboard, LeaderboardEntry } from '../../../src/features/leaderboards/leaderboard-api.js'

const entry = (id: number): LeaderboardEntry => ({
  id,
  username: `player ${id}`,
  avatar: null,
  discord_id: '',
  games_won: 1,
  games_played: 2,
  rank: 1,
})
const board: Leaderboard = {
  mode: 'played',
  season: 'all',
  seasons: [],
  top_winners: [entry(1)],
  top_players: [entry(2)],
  you: null,
}

test('each mode has its own list', () => {
  expect(entriesOf(board, 'wins')).toEqual([entry(1)])
  expect(entriesOf(board, 'played')).toEqual([entry(2)])
})

test('what could not be loaded is an empty list', () => {
  expect(entriesOf(undefined, 'played')).toEqual([])
})
