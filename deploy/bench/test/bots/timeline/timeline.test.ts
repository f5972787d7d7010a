import { expect, test } from '@jest/globals'
import { createTimeline } from '../../../src/bots/timeline/timeline.js'

test('deadlines are gathered in slices of two seconds, and changes stand where they were made', () => {
  let now = 50_000
  const timeline = createTimeline(() => now)
  timeline.late(10)
  now += 1_999
  timeline.late(30)
  now += 3_001
  timeline.late(500)
  timeline.mark('game-engine: 4', 51_000, 52_500)
  expect(timeline.data('how late')).toEqual({
    title: 'how late',
    sliceS: 2,
    marks: [{ label: 'game-engine: 4', fromS: 1, toS: 2.5 }],
    slices: [
      { atS: 0, count: 2, p50Ms: 30, p99Ms: 30, maxMs: 30 },
      { atS: 4, count: 1, p50Ms: 500, p99Ms: 500, maxMs: 500 },
    ],
  })
})

test('the time before anything happened is left out', () => {
  let now = 0
  const timeline = createTimeline(() => now)
  now = 81_000
  timeline.late(10)
  timeline.mark('rollout of gateway', 83_000, 85_000)
  const { slices, marks } = timeline.data('how late')
  expect(slices.map(({ atS }) => atS)).toEqual([0])
  expect(marks).toEqual([{ label: 'rollout of gateway', fromS: 3, toS: 5 }])
  expect(createTimeline().data('nothing').slices).toEqual([])
})
