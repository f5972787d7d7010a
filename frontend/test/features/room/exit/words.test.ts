import { expect, test } from '@jest/globals'
import { outWords } from '../../../../src/features/room/exit/words.js'

const person = { id: 22, username: 'Jonas', incident: null }

test('says that the player is out before Kla knows', () => {
  expect(outWords({ person, told: false, blocked: false })).toContain('You are out already')
})

test('says whom the player cannot meet again, once that holds', () => {
  expect(outWords({ person, told: true, blocked: true })).toBe('Jonas cannot meet you again.')
  expect(outWords({ person, told: true, blocked: false })).not.toContain('cannot meet')
  expect(outWords({ person: null, told: true, blocked: false })).not.toContain('cannot meet')
})
