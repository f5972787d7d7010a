import { expect, test } from '@jest/globals'
import { drawTimeline } from '../../../src/bots/timeline/draw-timeline.js'
import type { TimelineData } from '../../../src/bots/timeline/timeline.js'

const data: TimelineData = {
  title: '20 battles & more',
  sliceS: 2,
  marks: [{ label: 'game-engine: <4>', fromS: 4, toS: 6 }],
  slices: [0, 2, 4, 6, 8].map((atS) => ({ atS, count: 10, p50Ms: 40, p99Ms: atS === 4 ? 900 : 120, maxMs: 1_000 })),
}
const pointsOf = (svg: string): number[][][] =>
  [...svg.matchAll(/points="([^"]*)"/g)].map(([, points = '']) => points.split(' ').map((point) => point.split(',').map(Number)))

test('there is a line for the 99th percentile and one for the median, a point for each slice', () => {
  const [p99, p50] = pointsOf(drawTimeline(data))
  expect(p99).toHaveLength(5)
  expect(p50).toHaveLength(5)
  const heights = p99?.map(([, y]) => y)
  // The highest value is the highest point: y falls from top to bottom.
  expect(heights?.indexOf(Math.min(...(heights as number[])))).toBe(2)
  expect(new Set(p50?.map(([, y]) => y)).size).toBe(1)
})

test('everything stays within the frame, and words are no markup', () => {
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

test('without a single deadline there is still a frame', () => {
  expect(drawTimeline({ ...data, marks: [], slices: [] })).toContain('<svg')
})
