import { expect, test } from '@jest/globals'
import { endOfRounds } from '../../../src/entities/room/end-of-rounds.js'

test('explains why the rounds ended', () => {
  expect(endOfRounds('finished', 'Jonas')).toBe('Jonas finished.')
  expect(endOfRounds('finished', undefined)).toBe('The rounds are over.')
  expect(endOfRounds('time-cap', undefined)).toBe('The time for this battle is up.')
  expect(endOfRounds('left', undefined)).toBe('The other player left.')
})
