import { expect, test } from '@jest/globals'
import { endOfRounds } from '../../../src/entities/room/end-of-rounds.js'

const leaver = 'Maya'

test('explains why the rounds ended', () => {
  expect(endOfRounds('finished', { finisher: { username: 'Jonas' }, leaver })).toBe('Jonas finished.')
  expect(endOfRounds('finished', { finisher: 'you', leaver })).toBe('You finished.')
  expect(endOfRounds('finished', { finisher: undefined, leaver })).toBe('The rounds are over.')
  expect(endOfRounds('time-cap', { finisher: undefined, leaver })).toBe('The time for this battle is up.')
  expect(endOfRounds('left', { finisher: undefined, leaver })).toBe('Maya left.')
})
