import { describe, expect, test } from '@jest/globals'
import { isVisible, typedText, visibleLine, visibleText } from '@kla/proto/web'
import fc from 'fast-check'

const of = (...codes: number[]): string => String.fromCodePoint(...codes)

describe('an invisible text', () => {
  test.each([
    ['a zero-width space', '\u200b'],
    ['spaces of every kind', ' \t\n\u00a0\u2007\u202f\u3000\u1680'],
    ['joiners', '\u200c\u200d\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['the blank braille cell', '\u2800'],
    ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
    ['variation selectors', `\ufe0e\ufe0f${of(0xe0100)}`],
    ['a combining mark with nothing below it', '\u0301'],
    ['an enclosing mark with nothing inside', '\u20e3'],
    ['tags', of(0xe0041, 0xe0042)],
    ['controls of the direction', '\u202e\u2066\u2069\u200e\u061c'],
    ['line and paragraph separators', '\u2028\u2029'],
    ['private use', `\ue000${of(0xf0000)}`],
    ['a lone surrogate', '\ud800'],
    ['control characters', '\0\u0007\u001b\u007f\u0085'],
    ['an object replacement', '\ufffc'],
    ['the Khmer inherent vowels', '\u17b4\u17b5'],
    ['a Mongolian separator', '\u180b\u180e'],
    ['nothing', ''],
  ])('is empty: %s', (_, text) => {
    expect(isVisible(text)).toBe(false)
    expect(visibleText(text)).toBe('')
    expect(visibleLine(` ${text} `)).toBe('')
    expect(typedText(text)).toBe('')
  })
})

describe('a visible text', () => {
  test.each([
    ['a family', '👨‍👩‍👧'],
    ['a heart with its selector', '❤️'],
    ['a flag of two letters', '🇩🇪'],
    ['the flag of Scotland, which is made of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['the rainbow flag', '🏳️‍🌈'],
    ['a key', '1️⃣'],
    ['a tone of skin', '👍🏽'],
    ['Persian with its non-joiner', 'می‌خواهم'],
    ['Malayalam with a joiner', 'ന്‍'],
    ['Sinhala with a joiner', 'ශ්‍රී'],
    ['pointed Hebrew', 'שָׁלוֹם'],
    ['Thai', 'น้ำ'],
    ['a left-to-right mark in Hebrew', 'אבג\u200e!'],
    ['two lines', 'first\nsecond'],
  ])('is kept as it is: %s', (_, text) => {
    expect(visibleText(text)).toBe(text.normalize('NFC'))
  })

  test.each([
    ['control characters', 'a\0b\u0007c\u001b[31m', 'abc[31m'],
    ['an override of the direction', 'good\u202eevil', 'goodevil'],
    ['tags that hide text', `a${of(0xe0068, 0xe0069)}b`, 'ab'],
    ['lone surrogates', 'a\ud800b', 'ab'],
    ['a mark before its text', '\u0301a', 'a'],
    ['invisible edges', '\u200b\u2800 a \u2800\u200b', 'a'],
    ['returns', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
    ['marks beyond the sixth on one letter', `z${'\u0335'.repeat(40)}a`, `z${'\u0335'.repeat(6)}a`],
    ['marks that joiners keep apart', `z${'\u0335\u200d'.repeat(20)}a`, `z${'\u0335\u200d'.repeat(3)}a`],
    ['decomposed letters', 'e\u0301', 'é'],
  ])('loses what does not belong in it: %s', (_, given, kept) => {
    expect(visibleText(given)).toBe(kept)
  })

  test('is one line with spaces for its breaks', () => {
    expect(visibleLine(' a \r\n\n b\u2028c ')).toBe('a b c')
  })
})

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        'a',
        ' ',
        '\n',
        '\r',
        '\u0301',
        '\u200d',
        '\u202e',
        '\u2800',
        '\ud83c',
        '🏴',
        of(0xe0067),
        'ㅤ',
      ),
    }),
  )

  test('is the same when it is cleaned twice', () => {
    fc.assert(
      fc.property(anyText, (text) => visibleText(visibleText(text)) === visibleText(text)),
      { numRuns: 2_000 },
    )
    fc.assert(
      fc.property(anyText, (text) => visibleLine(visibleLine(text)) === visibleLine(text)),
      { numRuns: 2_000 },
    )
  })

  test('is empty exactly if nothing of it is visible', () => {
    fc.assert(
      fc.property(anyText, (text) => (visibleText(text) === '') === !isVisible(text)),
      { numRuns: 2_000 },
    )
  })

  test('can be stored, and changes no text beside it', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const kept = visibleText(text)
        expect(kept).not.toMatch(/\p{Cs}/u)
        expect(kept.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u)
        expect(kept).not.toMatch(/^[\s\p{Mn}\p{Me}]|\s$/u)
        expect(visibleLine(text)).not.toContain('\n')
      }),
      { numRuns: 2_000 },
    )
  })
})
