import { expect, test } from '@jest/globals'
import { RUNGS, SOUND_ONLY, stepLadder, TOP } from '../../../../src/shared/rtc/adaptation/ladder.js'
import { GOOD } from './reading.js'

const LOSSY = { ...GOOD, lossOutPercent: 10 }
const STARVED = { ...GOOD, sendKbps: 30 }

/** The rung after each look, every two seconds. */
function looks(...stretches: (readonly [reading: typeof GOOD, seconds: number])[]): number[] {
  let ladder = TOP
  let now = 0
  return stretches.flatMap(([reading, seconds]) =>
    Array.from({ length: seconds / 2 }, () => (ladder = stepLadder(ladder, reading, (now += 2_000))).rung),
  )
}

test('stays up while the link is good or fair', () => {
  expect(new Set(looks([GOOD, 20], [{ ...GOOD, lossOutPercent: 7 }, 60]))).toEqual(new Set([0]))
})

test('goes down one rung at a time, and lets each show its effect', () => {
  const rungs = looks([LOSSY, 40])
  expect(rungs.slice(0, 9)).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 3])
  expect(RUNGS.map(({ step }) => step)).toEqual(['restored', 'bitrate', 'size', 'frame-rate', 'sound-only'])
})

test('keeps a picture under random loss, and gives it up where it would not arrive', () => {
  expect(looks([LOSSY, 90]).at(-1)).toBe(SOUND_ONLY - 1)
  expect(looks([STARVED, 90]).at(-1)).toBe(SOUND_ONLY)
})

test('climbs back one rung at a time', () => {
  const rungs = looks([STARVED, 40], [GOOD, 80])
  expect(rungs.at(-1)).toBe(0)
  expect(rungs.every((rung, at) => at === 0 || Math.abs(rung - rungs[at - 1]!) <= 1)).toBe(true)
})

test('ignores a single bad reading', () => {
  expect(new Set(looks([GOOD, 10], [LOSSY, 2], [GOOD, 10], [LOSSY, 2], [GOOD, 10]))).toEqual(new Set([0]))
})

test('waits longer before it climbs when it has fallen again', () => {
  const rungs = looks(
    ...Array.from(
      { length: 12 },
      () =>
        [
          [LOSSY, 8],
          [GOOD, 14],
        ] as const,
    ).flat(),
  )
  const climbs = rungs.filter((rung, at) => at > 0 && rung < rungs[at - 1]!).length
  expect(climbs).toBeLessThan(6)
})
