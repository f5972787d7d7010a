import { describe, expect, test } from '@jest/globals'
import { isPlayerName, nameChangeableAt } from '../../src/names/rules.js'
import { FIRST_WORDS, NUMBERS, SECOND_WORDS, suggestNames } from '../../src/names/suggest.js'

describe('player names', () => {
  test.each(['Velvet Otter 42', 'abc', 'Q1 Zephyr', 'Commodore', 'Winter Fox 7', 'Number 142', 'Skid Row'])('accepts "%s"', (name) => {
    expect(isPlayerName(name, [])).toBe(true)
  })

  test.each(['', 'ab', 'x'.repeat(21), ' Otter', 'Otter ', 'Two  Spaces', 'Ötter', 'dot.ted', 'me@home', 'under_score', '12 3', 'a1'])(
    'rejects the shape of "%s"',
    (name) => {
      expect(isPlayerName(name, [])).toBe(false)
    },
  )

  test.each([
    ...['Otter 2468', 'Call 55 12', 'snap me', 'Sn4p Fox', 'my 1nsta', 'Kik Fox', 'Te1egram', 'find me dot com'],
    ...['Otter 14', 'Otter14', 'Fox 1 7', 'Teen Fox', 'T33n Fox', 'te en fox', 'teeeen', 'Fifteen', 'Sch00l Fox', 'Boy 22', 'SweetGirl'],
    ...['Admin', '4dm1n Fox', 'Mod', 'The Mod', 'M0d 22', 'Judge Fox', 'Jud9e', 'Kla Staff', 'Kla'],
  ])('rejects what "%s" says of contact, age or staff', (name) => {
    expect(isPlayerName(name, [])).toBe(false)
  })

  test.each([
    ['mika.rose', 'mika rose'],
    ['mika.rose', 'The MikaRose 22'],
    ['mika.rose', 'Mik4 R0se'],
    ['mika_1987', 'Mika Fox'],
    ['mikarose', 'Mika'],
    ['Mika Rose', 'mikarose 33'],
  ])('rejects, for the handle "%s", the name "%s"', (handle, name) => {
    expect(isPlayerName(name, [handle])).toBe(false)
    expect(isPlayerName(name, ['other.handle'])).toBe(true)
  })

  test('keep for thirty days', () => {
    const day = 24 * 3_600_000
    expect(nameChangeableAt(undefined, 5)).toBe(0)
    expect(nameChangeableAt(0, 30 * day - 1)).toBe(30 * day)
    expect(nameChangeableAt(0, 30 * day)).toBe(0)
  })
})

describe('suggested names', () => {
  test('are valid in every combination of words', () => {
    const refused = FIRST_WORDS.flatMap((first) => SECOND_WORDS.map((second) => `${first} ${second} 42`)).filter((name) => !isPlayerName(name, []))
    expect(refused).toEqual([])
    expect(NUMBERS.filter((number) => !isPlayerName(`Amber Otter ${number}`, []))).toEqual([])
  })

  test('differ, and leave out what leads to the player', () => {
    let turn = 0
    const names = suggestNames(12, ['amber'], (below) => (turn++ * 7) % below)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => name.includes('Amber'))).toEqual([])
  })
})
