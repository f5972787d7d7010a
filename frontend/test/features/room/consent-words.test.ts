import { expect, test } from '@jest/globals'
import { consentWords } from '../../../src/features/room/watching/consent-words.js'

const words = (mine: boolean, theirs: boolean) => consentWords({ mine, theirs, opponent: 'Jonas' })

test('says whose consent is there and whose is missing', () => {
  expect(words(true, true)).toBe('You and Jonas both allow spectators.')
  expect(words(true, false)).toBe('Jonas has not allowed spectators, so there are none.')
  expect(words(false, true)).toContain('only if you do as well')
  expect(words(false, false)).toBe('Neither you nor Jonas allows spectators.')
})

test('says the rule while nobody is in the other corner', () => {
  expect(consentWords({ mine: true, theirs: false, opponent: null })).toContain('only while both players allow it')
})
