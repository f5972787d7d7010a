import { describe, expect, test } from '@jest/globals'
import { deletedWords } from '../../../src/console/entities/words.js'

const at = new Date(2026, 2, 7, 8, 5, 9)

describe('deletedWords', () => {
  test('says when a deleted record is erased, or that a hold keeps it', () => {
    expect(deletedWords({ erase_after: at.toISOString(), held: false })).toContain('2026')
    expect(deletedWords({ erase_after: at.toISOString(), held: true })).not.toContain('2026')
  })
})
