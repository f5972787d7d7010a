import { expect, test } from '@jest/globals'
import { exitWords } from '../../../../src/features/room/exit/words.js'

const person = { id: 22, username: 'Jonas', incident: null }

test('says that the player is out before Kla knows', () => {
  expect(exitWords({ person, confirmed: false, blocked: false })).toContain(
    "so that you won't be matched with Jonas again…",
  )
  expect(exitWords({ person: null, confirmed: false, blocked: false })).toBe(
    "You're already out. We're still letting Kla know…",
  )
})

test('says whom the player cannot meet again, once the block holds', () => {
  expect(exitWords({ person, confirmed: true, blocked: true })).toBe("You won't be matched with Jonas again.")
  expect(exitWords({ person, confirmed: true, blocked: false })).toContain('You can block Jonas')
  expect(exitWords({ person: null, confirmed: true, blocked: false })).not.toContain('cannot meet')
})

test('no longer claims a block once it is undone', () => {
  expect(exitWords({ person, confirmed: true, blocked: true }, true)).toBe('No one sees or hears you.')
})
