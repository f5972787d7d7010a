import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { limitsFor, PANE_SIZES, paneSizeOf, readPaneSize } from '../../../src/shared/rtc/pane-size.js'

const SHOWN = { width: 640, pixelRatio: 1, hidden: false, floating: false, veiled: false }

describe('paneSizeOf', () => {
  test.each([
    [640, 1, 'large'],
    [481, 1, 'large'],
    [480, 1, 'medium'],
    [241, 1, 'medium'],
    [240, 1, 'small'],
    [390, 3, 'large'],
    [160, 3, 'small'],
    [0, 1, 'none'],
  ] as const)('of %d CSS pixels at a ratio of %d is %s', (width, pixelRatio, size) => {
    expect(paneSizeOf({ ...SHOWN, width, pixelRatio })).toBe(size)
  })

  test('is none on a hidden page, and small in a floating window and under the veil', () => {
    expect(paneSizeOf({ ...SHOWN, hidden: true })).toBe('none')
    expect(paneSizeOf({ ...SHOWN, hidden: true, veiled: true })).toBe('none')
    expect(paneSizeOf({ ...SHOWN, hidden: true, floating: true })).toBe('small')
    expect(paneSizeOf({ ...SHOWN, veiled: true })).toBe('small')
  })

  test('is one of four steps, whatever the window', () => {
    const shown = fc.record({
      width: fc.double({ min: 0, max: 10_000, noNaN: true }),
      pixelRatio: fc.double({ min: 0.25, max: 8, noNaN: true }),
      hidden: fc.boolean(),
      floating: fc.boolean(),
      veiled: fc.boolean(),
    })
    fc.assert(fc.property(shown, (one) => PANE_SIZES.includes(paneSizeOf(one))))
  })
})

test('counts as large where the other side names none', () => {
  for (const value of [undefined, null, 'huge', 480]) expect(readPaneSize(value)).toBe('large')
  expect(readPaneSize('small')).toBe('small')
})

describe('limitsFor', () => {
  const full = { scaleResolutionDownBy: 1, active: true }

  test('allows half a megabit a second for a large picture with sound', () => {
    expect(limitsFor(full, 'large', true)).toEqual({ maxBitrate: 450_000, scaleResolutionDownBy: 1, active: true })
  })

  test('allows less for each smaller step, and with a sparing codec', () => {
    for (const sparing of [true, false]) {
      const rates = (['large', 'medium', 'small'] as const).map(
        (size) => limitsFor(full, size, sparing).maxBitrate ?? 0,
      )
      expect(rates).toEqual([...rates].sort((one, other) => other - one))
      expect(new Set(rates).size).toBe(3)
    }
    for (const size of ['large', 'medium', 'small'] as const) {
      expect(limitsFor(full, size, true).maxBitrate).toBeLessThan(limitsFor(full, size, false).maxBitrate ?? 0)
    }
  })

  test('sends no picture that is not shown', () => {
    expect(limitsFor(full, 'none', true).active).toBe(false)
  })

  test('never allows more than the level of quality does', () => {
    const level = fc.record({
      maxBitrate: fc.integer({ min: 50_000, max: 1_000_000 }),
      scaleResolutionDownBy: fc.constantFrom(1, 2, 4),
      maxFramerate: fc.constantFrom(10, 30),
      active: fc.boolean(),
    })
    fc.assert(
      fc.property(level, fc.constantFrom(...PANE_SIZES), fc.boolean(), (given, size, sparing) => {
        const limits = limitsFor(given, size, sparing)
        expect(limits.maxBitrate).toBeLessThanOrEqual(given.maxBitrate)
        expect(limits.scaleResolutionDownBy).toBeGreaterThanOrEqual(given.scaleResolutionDownBy)
        expect(limits.maxFramerate).toBe(given.maxFramerate)
        if (!given.active) expect(limits.active).toBe(false)
      }),
    )
  })
})
