import { describe, expect, test } from '@jest/globals'
import { createHold, HOLD_MS } from '../../../src/shared/ui/hold.js'
import { manualClock } from '../realtime/manual-clock.js'

function held() {
  const { clock, advance } = manualClock()
  let acts = 0
  const hold = createHold(clock)
  const begin = () => hold.begin(() => (acts += 1))
  return { hold, begin, advance, acts: () => acts, share: () => hold.get().share }
}

describe('a control that is held', () => {
  test('acts after 0.8 s and not before, once', () => {
    const { begin, advance, acts } = held()
    begin()
    advance(HOLD_MS - 1)
    expect(acts()).toBe(0)
    advance(1)
    expect(acts()).toBe(1)
    advance(10 * HOLD_MS)
    expect(acts()).toBe(1)
  })

  test('fills its ring meanwhile, and empties it at the end', () => {
    const { begin, advance, share } = held()
    expect(share()).toBe(0)
    begin()
    advance(HOLD_MS / 2)
    expect(share()).toBeCloseTo(0.5, 1)
    advance(HOLD_MS / 2)
    expect(share()).toBe(0)
  })

  test('does nothing when it is released early, and begins anew', () => {
    const { hold, begin, advance, acts, share } = held()
    begin()
    advance(HOLD_MS - 10)
    expect(hold.cancel()).toBe(true)
    expect(share()).toBe(0)
    begin()
    advance(HOLD_MS - 10)
    expect(acts()).toBe(0)
    expect(hold.cancel()).toBe(true)
    expect(hold.cancel()).toBe(false)
  })

  test('treats a second finger or key, or a key that repeats, as the same press', () => {
    const { begin, advance, acts } = held()
    begin()
    advance(HOLD_MS - 100)
    begin()
    advance(100)
    expect(acts()).toBe(1)
  })

  test('does not act on taps, however many', () => {
    const { hold, begin, advance, acts } = held()
    for (let tap = 0; tap < 20; tap += 1) {
      begin()
      advance(100)
      hold.cancel()
    }
    expect(acts()).toBe(0)
  })
})

test('a page that stood still does not count that time as held: the release may be waiting', () => {
  const timers: (() => void)[] = []
  let now = 0
  let acts = 0
  const clock = { now: () => now, after: (_: number, run: () => void) => (timers.push(run), () => undefined) }
  const hold = createHold(clock)
  hold.begin(() => (acts += 1))
  now += 5_000
  timers.pop()?.()
  expect(acts).toBe(0)
  expect(hold.get().share).toBeLessThan(0.2)
})
