import { describe, expect, test } from '@jest/globals'
import { createAttempts } from '../../../src/shared/browser/attempts.js'

const counted = () => {
  let count = 0
  return createAttempts(() => String(++count))
}

describe('createAttempts', () => {
  test('keeps the id when the same content is sent again, answered or not', () => {
    const attempts = counted()
    const first = attempts.idOf({ userId: 7, gamesWon: 1 })
    expect(attempts.idOf({ userId: 7, gamesWon: 1 })).toBe(first)
  })

  test('gives other content another id', () => {
    const attempts = counted()
    expect(attempts.idOf({ gamesWon: 1 })).not.toBe(attempts.idOf({ gamesWon: 2 }))
  })

  test('gives the same content a new id once it was done', () => {
    const attempts = counted()
    const first = attempts.idOf({ gamesWon: 1 })
    attempts.done()
    expect(attempts.idOf({ gamesWon: 1 })).not.toBe(first)
  })
})
