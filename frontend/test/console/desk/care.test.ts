import { describe, expect, test } from '@jest/globals'
import { BREAK_AFTER, BREAK_WITHIN_MS, createCare, isHard } from '../../../src/console/desk/care.js'

const decideMany = (care: ReturnType<typeof createCare>, count: number, everyMs: number) =>
  Array.from({ length: count }, (_, index) => care.decided('threat', index * everyMs))

describe('care', () => {
  test('counts grave and serious categories only', () => {
    expect(isHard('possible_minor')).toBe(true)
    expect(isHard('recorded_me')).toBe(true)
    expect(isHard('harassment')).toBe(false)
  })

  test('suggests a break with the sixth hard job within an hour, then counts anew', () => {
    const care = createCare()
    expect(decideMany(care, BREAK_AFTER + 1, 1_000)).toEqual([false, false, false, false, false, true, false])
  })

  test('suggests none when the jobs are spread over more than an hour', () => {
    expect(decideMany(createCare(), 12, BREAK_WITHIN_MS / 5)).not.toContain(true)
  })

  test('suggests none for easy jobs', () => {
    const care = createCare()
    expect(Array.from({ length: 20 }, () => care.decided('spam', 0))).not.toContain(true)
  })
})
