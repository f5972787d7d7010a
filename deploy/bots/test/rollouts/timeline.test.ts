import { expect, test } from '@jest/globals'
import { createTimeline, drawTimeline, type TimelineData } from '../../src/rollouts/timeline.js'

test('groups deadlines in slices of two seconds and keeps the time of changes', () => {
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

test('leaves out the time before the first deadline', () => {
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

const data: TimelineData = {
  title: '20 battles & more',
  sliceS: 2,
  marks: [{ label: 'game-engine: <4>', fromS: 4, toS: 6 }],
  slices: [0, 2, 4, 6, 8].map((atS) => ({ atS, count: 10, p50Ms: 40, p99Ms: atS === 4 ? 900 : 120, maxMs: 1_000 })),
}
const pointsOf = (svg: string): number[][][] =>
  [...svg.matchAll(/points="([^"]*)"/g)].map(([, points = '']) =>
    points.split(' ').map((point) => point.split(',').map(Number)),
  )

test('draws median and 99th percentile, a point for each slice', () => {
  const [p99, p50] = pointsOf(drawTimeline(data))
  expect(p99).toHaveLength(5)
  expect(p50).toHaveLength(5)
  const heights = p99?.map(([, y]) => y)
  // The highest value is the highest point: y falls from top to bottom.
  expect(heights?.indexOf(Math.min(...(heights as number[])))).toBe(2)
  expect(new Set(p50?.map(([, y]) => y)).size).toBe(1)
})

test('keeps everything within the frame and escapes text', () => {
  const svg = drawTimeline(data)
  for (const [x = -1, y = -1] of pointsOf(svg).flat()) {
    expect(x).toBeGreaterThanOrEqual(64)
    expect(x).toBeLessThanOrEqual(944)
    expect(y).toBeGreaterThanOrEqual(72)
    expect(y).toBeLessThanOrEqual(336)
  }
  expect(svg).toContain('game-engine: &lt;4')
  expect(svg).toContain('20 battles &amp; more')
})

test('draws an empty frame without deadlines', () => {
  expect(drawTimeline({ ...data, marks: [], slices: [] })).toContain('<svg')
})
