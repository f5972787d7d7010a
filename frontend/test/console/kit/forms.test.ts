import { expect, test } from '@jest/globals'
import { createAttempts } from '../../../src/console/kit/forms.js'

const counted = () => {
  let count = 0
  return createAttempts(() => String(++count))
}

test('trying the same again has the same name, whether or not an answer came', () => {
  const attempts = counted()
  const first = attempts.idOf({ userId: 7, gamesWon: 1 })
  expect(attempts.idOf({ userId: 7, gamesWon: 1 })).toBe(first)
})

test('other content is another thing', () => {
  const attempts = counted()
  expect(attempts.idOf({ gamesWon: 1 })).not.toBe(attempts.idOf({ gamesWon: 2 }))
})

test('once it was done, the same again is meant a second time', () => {
  const attempts = counted()
  const first = attempts.idOf({ gamesWon: 1 })
  attempts.done()
  expect(attempts.idOf({ gamesWon: 1 })).not.toBe(first)
})
