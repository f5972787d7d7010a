import { describe, expect, test } from '@jest/globals'
import { CHARACTER_UNITS_MAX, characterCount, charactersOf } from '@kla/proto/web'

describe('characterCount', () => {
  test.each([
    ['', 0],
    ['Late shift', 10],
    ['Ｆｉｇｈｔ', 5],
    ['Straße', 6],
    ['İstanbul', 8],
    ['I\u0307stanbul', 8],
    ['Nguyễn'.normalize('NFD'), 6],
    ['x\u0301\u0323', 1],
    ['김치'.normalize('NFD'), 2],
    ['👍🏽👨‍👩‍👧‍👦🏳️‍🌈🇻🇳1️⃣', 5],
  ])('of %j is %i', (text, count) => {
    expect(characterCount(text)).toBe(count)
    expect(charactersOf(text).join('')).toBe(text)
  })

  test('grows with a picture that is joined without an end, so that no text of few characters is huge', () => {
    const joined = Array<string>(1_000).fill('👨').join('\u200d')
    expect(charactersOf(joined)).toHaveLength(1)
    expect(joined.length).toBeLessThanOrEqual(characterCount(joined) * CHARACTER_UNITS_MAX)
    expect(characterCount(joined)).toBeGreaterThan(200)
  })
})
