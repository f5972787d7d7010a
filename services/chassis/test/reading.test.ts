import { describe, expect, test } from '@jest/globals'
import { createReading } from '@kla/chassis'

const nothing = { many: 0 }

describe('a reading', () => {
  test('is taken once per interval for all readers', async () => {
    let now = 0
    let taken = 0
    const read = createReading(['many'], async () => ({ many: ++taken }), { everyMs: 100, now: () => now })
    expect(await Promise.all([read(), read()])).toEqual([{ many: 1 }, { many: 1 }])
    now = 99
    expect(await read()).toEqual({ many: 1 })
    now = 100
    expect(await read()).toEqual({ many: 2 })
  })

  test('is not a number when reading fails', async () => {
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
})
