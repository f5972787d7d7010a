import { expect, test } from '@jest/globals'
import { cupFields } from '../../../src/cups/rules/fields.js'

const named = (name: string) =>
  cupFields({ name, mode: 'rush', category: 'default', capacity: 4, startsAtMs: 2_000 }, 1_000)

test.each([
  ['an override of the direction', 'Friday \u202epuC'],
  ['an isolate', '\u2066Friday\u2069 Cup'],
  ['a mark of the direction', 'Friday\u200f Cup'],
])('rejects a cup name with %s', (_what, name) => {
  expect(named(name)).toEqual({ refused: 'NAME_INVISIBLE' })
})

test.each(['', '\u200b', '\u2800 \u3164'])('rejects the cup name %j, which is invisible', (name) => {
  expect(named(name)).toMatchObject({ refused: 'INVALID_FIELD' })
})

test.each(['Friday\nCup', 'Friday\u2028Cup', 'Friday\u0007 Cup'])(
  'keeps the cup name %j on one line, without control characters',
  (name) => {
    expect(named(name)).toMatchObject({ name: 'Friday Cup' })
  },
)

test('accepts a cup name in any script', () => {
  for (const name of ['Кубок', 'كأس الجمعة', '👩‍🚀 & 🏆']) expect(named(` ${name}\n`)).toMatchObject({ name })
})

test.each([
  ['Friday Сup', 'NAME_MIXED_SCRIPTS'],
  ['Fuck Cup', 'NAME_OFFENSIVE'],
  ['Teen Cup', 'NAME_MINOR'],
])('rejects the cup name "%s"', (name, reason) => {
  expect(named(name)).toEqual({ refused: reason })
})

test('accepts words reserved for staff in the name of a cup', () => {
  expect(named('Official Kla Cup')).toMatchObject({ name: 'Official Kla Cup' })
})
