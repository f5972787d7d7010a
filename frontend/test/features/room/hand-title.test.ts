import { expect, test } from '@jest/globals'
import { handTitle } from '../../../src/features/room/hand/hand-title.js'

const open = { picked: null, wildCard: null, trayOpen: false }

test('says what the hand is for', () => {
  expect(handTitle('Jonas', open)).toBe('Pick a GIF for Jonas')
  expect(handTitle('Jonas', { ...open, trayOpen: true })).toBe('Play a saved GIF for Jonas')
  expect(handTitle('Jonas', { ...open, picked: 2 })).toBe('Your pick for Jonas')
  expect(handTitle('Jonas', { ...open, wildCard: 'w' })).toBe('Your Wild Card for Jonas')
})
