import { expect, test } from '@jest/globals'
import { readName } from '@kla/proto/names'
import fc from 'fast-check'

test.each([
  'Ada',
  'Ada & Bea!',
  'Żaneta',
  'Ελένη',
  'محمد',
  'مُحَمَّد',
  'می‌خواهم',
  'श्री',
  'ශ්‍රී',
  'น้ำ',
  'שָׁלוֹם',
  '日本',
  '👨‍👩‍👧 room',
  '❤️',
  '🇩🇪',
  '1️⃣',
  '👍🏽',
])('readName reads %s as it is', (name) => {
  expect(readName(name)).toEqual({ name: name.normalize('NFC'), hidden: false })
})

test.each([
  ['a zero-width space', 'A\u200bda'],
  ['a zero-width space at its end', 'Ada\u200b'],
  ['a joiner between Latin letters', 'A\u200dda'],
  ['a non-joiner between Latin letters', 'A\u200cda'],
  ['a soft hyphen', 'A\u00adda'],
  ['a selector on a letter', 'A\ufe0fda'],
  ['an override', 'A\u202eda'],
  ['an isolate', '\u2066Ada\u2069'],
  ['a mark of the direction', 'Ada\u200f'],
  ['a Hangul filler', 'A\u3164da'],
  ['a blank braille cell', 'A\u2800da'],
  ['tags', `Ada${String.fromCodePoint(0xe0041)}`],
  ['private use', 'Ada\ue000'],
  ['two marks on a Latin letter', 'A\u0335\u0336da'],
  ['four marks on any letter', `ש${'\u05b0\u05b1\u05b2\u05b3'}`],
  ['a mark on a space', 'Ada \u0301a'],
])('finds %s in a name', (_, name) => {
  expect(readName(name).hidden).toBe(true)
})

test.each([
  ['A\0d\u0007a', 'Ada'],
  ['A\nd  a\u00a0b', 'A d a b'],
  ['e\u0301', 'é'],
  ['\u200b\u2800', ''],
])('readName reads %j as %j', (given, name) => {
  expect(readName(given)).toEqual({ name, hidden: false })
})

test('readName keeps a name that it has returned', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u0301', '\u200d', '\u202e', '🏴', '🙂', '\ufe0f', 'م') }),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const once = readName(text)
      if (once.hidden) return
      expect(readName(once.name)).toEqual(once)
    }),
    { numRuns: 2_000 },
  )
})
