import { expect, test } from '@jest/globals'
import { announcement } from '../../../src/features/room/announce/announcement.js'
import { outside, type RoomState } from '../../../src/features/room/state/room-state.js'
import { both, ME, OTHER } from './room-state-data.js'

const say = (change: Partial<RoomState>) => announcement({ ...outside, players: both, ...change }, ME)

test('names the round, the opponent and the keys', () => {
  const list = [1, 2, 3, 4].map((index) => ({ index, gifUrl: '', thumbnail: '' }))
  expect(say({ phase: 'prompt', round: 2 })).toBe('Round 2. Pick a GIF for Jonas.')
  expect(say({ phase: 'prompt', round: 2, options: { round: 2, list } })).toBe('Round 2. Pick a GIF for Jonas. Keys 1 to 4.')
  expect(say({ phase: 'show', round: 2 })).toBe('Round 2. Jonas sent you a GIF.')
})

test('says that a Wild Card was played', () => {
  const receivedGif = { round: 2, gifUrl: 'g', wildCard: true }
  expect(say({ phase: 'show', round: 2, receivedGif })).toContain('Jonas played a Wild Card')
  expect(say({ phase: 'show', round: 3, receivedGif })).toBe('Round 3. Jonas sent you a GIF.')
})

test('says who finished', () => {
  expect(say({ phase: 'vote', finishedBy: ME })).toContain('You finished.')
  expect(say({ phase: 'vote', finishedBy: OTHER })).toContain('Jonas finished.')
  expect(say({ phase: 'vote', finishedBy: null })).toBe('The rounds are over. Vote for the winner.')
})

test('says who won', () => {
  expect(say({ phase: 'result', winnerId: ME })).toBe('You win.')
  expect(say({ phase: 'result', winnerId: OTHER })).toBe('Jonas wins.')
  expect(say({ phase: 'result', winnerId: null })).toBe('No winner.')
})
