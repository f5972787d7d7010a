import { expect, test } from '@jest/globals'
import { levelOf, levelWords } from '../../../src/entities/devices/level.js'

const tone = (loudness: number) => Array.from({ length: 512 }, (_, at) => loudness * Math.sin(at / 4))

test('levelOf rises with loudness from silence to full scale', () => {
  expect(levelOf(new Float32Array(512))).toBe(0)
  expect(levelOf([])).toBe(0)
  const levels = [0.001, 0.01, 0.1, 1].map((loudness) => levelOf(tone(loudness)))
  expect([...levels].sort((a, b) => a - b)).toEqual(levels)
  expect(levelOf(new Array<number>(512).fill(1))).toBe(100)
})

test('levelWords distinguishes silence, quiet, speech and too loud', () => {
  expect([0, 20, 60, 99].map(levelWords)).toEqual(['silence', 'quiet', 'speech', 'too loud'])
})
