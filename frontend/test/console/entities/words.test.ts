import { describe, expect, test } from '@jest/globals'
import { deletedWords, playerNameWords } from '../../../src/console/entities/words.js'

const at = new Date(2026, 2, 7, 8, 5, 9)

describe('deletedWords', () => {
  test('says when a deleted record is erased, or that a hold keeps it', () => {
    expect(deletedWords({ erase_after: at.toISOString(), held: false })).toContain('2026')
    expect(deletedWords({ erase_after: at.toISOString(), held: true })).not.toContain('2026')
  })
})

describe('playerNameWords', () => {
  test.each([
    [{ player_name: 'Calm Otter 42', under_player_name: true }, 'Calm Otter 42 (others see it)'],
    [{ player_name: 'Calm Otter 42', under_player_name: false }, 'Calm Otter 42 (others see Discord)'],
    [{ player_name: null }, '-'],
    [{}, '-'],
  ])('reads %j as %s', (member, words) => {
    expect(playerNameWords(member)).toBe(words)
  })
})
