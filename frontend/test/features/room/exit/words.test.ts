import { expect, test } from '@jest/globals'
import { outWords } from '../../../../src/features/room/exit/words.js'

const person = { id: 22, username: 'Jonas', incident: null }

test('says that the player is out before Kla knows', () => {
  expect(outWords({ person, told: false, blocked: false })).toContain("so that Jonas can't meet you again…")
  expect(outWords({ person: null, told: false, blocked: false })).toBe(
    "You're already out. We're still letting Kla know…",
  )
})

test('says whom the player cannot meet again, once the block holds', () => {
  expect(outWords({ person, told: true, blocked: true })).toBe("Jonas can't meet you again.")
  expect(outWords({ person, told: true, blocked: false })).toContain('You can block Jonas')
  expect(outWords({ person: null, told: true, blocked: false })).not.toContain('cannot meet')
})

test('no longer claims a block once it is undone', () => {
  expect(outWords({ person, told: true, blocked: true }, true)).toBe('No one sees or hears you.')
})
