import { expect, test } from '@jest/globals'
import { endOfRounds } from '../../../src/features/room/battle/end-of-rounds.js'
import { mediaUrl } from '../../../src/features/room/media-url.js'

test('says why the rounds are over', () => {
  expect(endOfRounds('finished', 'Jonas')).toBe('Jonas finished.')
  expect(endOfRounds('finished', undefined)).toBe('The rounds are over.')
  expect(endOfRounds('time-cap', undefined)).toBe('The time for this battle is up.')
  expect(endOfRounds('left', undefined)).toBe('The other player left.')
})

test('clips come from this origin, whatever their address holds', () => {
  expect(mediaUrl('https://clips.example/a b.mp4?x=1&y=2')).toBe('/media?u=https%3A%2F%2Fclips.example%2Fa%20b.mp4%3Fx%3D1%26y%3D2')
})
