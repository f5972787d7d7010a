import { expect, test } from '@jest/globals'
import { createReading } from '@kla/chassis'

const nothing = { many: 0 }

test('a reading is taken once for all who ask within its time, and anew after it', async () => {
  let now = 0
  let taken = 0
  const read = createReading(['many'], async () => ({ many: ++taken }), { everyMs: 100, now: () => now })
  expect(await Promise.all([read(), read()])).toEqual([{ many: 1 }, { many: 1 }])
  now = 99
  expect(await read()).toEqual({ many: 1 })
  now = 100
  expect(await read()).toEqual({ many: 2 })
})

test('one that fails is not a number, and not what was read before', async () => {
  let now = 0
  let fails = false
  const read = createReading(['many'], async () => (fails ? Promise.reject(new Error('gone')) : nothing), {
    everyMs: 1,
    now: () => now,
  })
  expect(await read()).toEqual(nothing)
  fails = true
  now = 1
  expect(await read()).toEqual({ many: NaN })
})
