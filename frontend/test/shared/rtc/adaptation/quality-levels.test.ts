import { expect, test } from '@jest/globals'
import {
  FULL_QUALITY,
  nextQuality,
  QUALITY_LEVELS,
  SOUND_ONLY,
} from '../../../../src/shared/rtc/adaptation/quality-levels.js'
import { GOOD } from './reading.js'

const LOSSY = { ...GOOD, lossOutPercent: 10 }
const STARVED = { ...GOOD, sendKbps: 30 }

/** Levels over time, one each two seconds. */
function looks(...stretches: (readonly [reading: typeof GOOD, seconds: number])[]): number[] {
  let quality = FULL_QUALITY
  let now = 0
  return stretches.flatMap(([reading, seconds]) =>
    Array.from({ length: seconds / 2 }, () => (quality = nextQuality(quality, reading, (now += 2_000))).level),
  )
}

test('keeps full quality while the link is good or fair', () => {
  expect(new Set(looks([GOOD, 20], [{ ...GOOD, lossOutPercent: 7 }, 60]))).toEqual(new Set([0]))
})

test('lowers one level at a time, and waits for the effect of each', () => {
  const levels = looks([LOSSY, 40])
  expect(levels.slice(0, 9)).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3])
  expect(QUALITY_LEVELS.map(({ step }) => step)).toEqual(['restored', 'bitrate', 'size', 'frame-rate', 'sound-only'])
})

test('keeps a picture under random loss, and gives it up where it would not arrive', () => {
  expect(looks([LOSSY, 90]).at(-1)).toBe(SOUND_ONLY - 1)
  expect(looks([STARVED, 90]).at(-1)).toBe(SOUND_ONLY)
})

test('raises one level at a time', () => {
  const levels = looks([STARVED, 40], [GOOD, 80])
  expect(levels.at(-1)).toBe(0)
  expect(levels.every((level, at) => at === 0 || Math.abs(level - levels[at - 1]!) <= 1)).toBe(true)
})

test('ignores a single bad reading', () => {
  expect(new Set(looks([GOOD, 10], [LOSSY, 2], [GOOD, 10], [LOSSY, 2], [GOOD, 10]))).toEqual(new Set([0]))
})

test('waits longer before raising after a relapse', () => {
  const levels = looks(
    ...Array.from(
      { length: 12 },
      () =>
        [
          [LOSSY, 8],
          [GOOD, 14],
        ] as const,
    ).flat(),
  )
  const raises = levels.filter((level, at) => at > 0 && level < levels[at - 1]!).length
  expect(raises).toBeLessThan(6)
})
