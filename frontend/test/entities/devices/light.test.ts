import { describe, expect, test } from '@jest/globals'
import { histogramOf, judgeLight, lumaOf, SAMPLE } from '../../../src/entities/devices/light.js'

const picture = (at: (x: number, y: number) => number): number[] =>
  Array.from({ length: SAMPLE.width * SAMPLE.height }, (_, index) =>
    at((index % SAMPLE.width) / SAMPLE.width, Math.floor(index / SAMPLE.width) / SAMPLE.height),
  )
const inMiddle = (x: number) => x > 0.3 && x < 0.7

describe('judgeLight', () => {
  test.each([
    ['covered', 'a black picture', () => 3],
    ['dark', 'a face in a dim room', (x: number) => (inMiddle(x) ? 60 : 20)],
    ['backlit', 'a dark face before a window', (x: number) => (inMiddle(x) ? 50 : 220)],
    ['good', 'an evenly lit face', () => 120],
    ['good', 'a lit face before a white wall', (x: number) => (inMiddle(x) ? 130 : 225)],
    ['good', 'a lit face before a dark wall', (x: number) => (inMiddle(x) ? 150 : 30)],
  ] as const)('says %s of %s', (light, _, at) => {
    expect(judgeLight(picture(at))).toBe(light)
  })
})

test('lumaOf weighs the colours as the eye does', () => {
  const [red, green, blue] = lumaOf([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
  expect(green).toBeGreaterThan(red!)
  expect(red).toBeGreaterThan(blue!)
  expect(lumaOf([255, 255, 255, 255])[0]).toBeCloseTo(255)
})

test('histogramOf counts every pixel once', () => {
  const bins = histogramOf([0, 15, 16, 255, 255])
  expect([bins[0], bins[1], bins[15]]).toEqual([2, 1, 2])
  expect(bins.reduce((sum, count) => sum + count)).toBe(5)
})
