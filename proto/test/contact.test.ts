import { describe, expect, test } from '@jest/globals'
import { contactIn, contactInRoomName, coverContacts } from '@kla/proto/web'
import fc from 'fast-check'
import { CLEAN_LINES, CONTACT_LINES } from './contact-corpus.js'

/** Shares of the corpus that safety design W12 asks for. */
const FOUND_AT_LEAST = 0.95
const WRONG_BELOW = 0.02

const LINE_MAX = 500

/** Pieces that rules look for, so that random lines come near them. */
const PIECES = [
  ...[
    'my ',
    'snap',
    'ig',
    'insta ',
    ' on ',
    'is ',
    '@',
    '#',
    ':',
    '.',
    ' . ',
    '-',
    '_',
    '/',
    '(',
    ')',
    '[at]',
    ' at ',
    ' dot ',
    'com',
    '.de',
    'www',
  ],
  ...[
    '0',
    '1',
    '202',
    '555-0143',
    ' one',
    'two',
    ' null',
    'fünf',
    'street',
    'calle ',
    'straße',
    'apt ',
    ' ',
    'a',
    'ab_1',
    'lena.xo',
  ],
  ...['\u200b', '\u00ad', '\u0430', 'ｓ', '２', '①', '²', '𝓼', '👻', '2️⃣', 'ß', 'İ', 'ﬃ', '\ud83d', '\u0301'],
]
const anyLine = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join('')),
)
const line = fc.oneof(anyLine, fc.constantFrom(...CONTACT_LINES.map(({ text }) => text)))

describe('contactIn', () => {
  test('finds at least 95 % of the lines with contact details', () => {
    const missed = CONTACT_LINES.filter(({ text }) => contactIn(text).length === 0).map(({ text }) => text)
    // Compared as lists, so that a failure names the lines.
    expect(missed.length <= CONTACT_LINES.length * (1 - FOUND_AT_LEAST) ? [] : missed).toEqual([])
  })

  test('flags under 2 % of the lines without', () => {
    const wrong = CLEAN_LINES.filter((text) => contactIn(text).length > 0)
    expect(wrong.length < CLEAN_LINES.length * WRONG_BELOW ? [] : wrong).toEqual([])
  })

  test.each([
    '0b93866c-9412-4488-8b64-99a76854b0a9',
    'fb50af11-3698-4edc-9ffd-07fd0d82d311',
    'hello 02a2742c-be87-4015-8945-7106bd78b88b!',
    'Room f6253229',
    'hello 65d937467508',
    'cc1289f46bdc9b7bd5e1a0c2f3d40e17',
    'room-1796031614440-646',
    'line 41 of 200 1796031615072',
    'Battle 20261124',
    'm0.17567393082652583',
  ])('takes no identifier for a contact: %s', (text) => {
    expect(contactIn(text)).toEqual([])
  })

  test.each([
    'f6253229 or 202-555-0143',
    'call +1796031614440',
    '20261124 2025550143',
    'snap fb50af11-3698-4edc-9ffd-07fd0d82d311 and jonas@gmail.com',
  ])('finds a contact beside an identifier: %s', (text) => {
    expect(contactIn(text)).not.toEqual([])
  })

  test('returns positions in order, without overlaps and inside the text', () => {
    fc.assert(
      fc.property(line, (text) => {
        let end = 0
        for (const { from, to } of contactIn(text)) {
          expect(from).toBeGreaterThanOrEqual(end)
          expect(to).toBeGreaterThan(from)
          end = to
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 2000 },
    )
  })

  // Backtracking that grows with the square of the line's length, or faster, does not end within the suite's timeout.
  test('stays linear on repeated patterns', () => {
    const units = [
      ...[
        'a.',
        '1 ',
        'my ig ',
        'a dot ',
        '((',
        'one',
        'x@',
        '@',
        '_',
        'a_',
        '1-',
        '+',
        'www.',
        'http://',
        'snap:',
        'snap ',
        's n a p ',
      ],
      ...[
        ' ',
        '. ',
        'a b ',
        'a at b dot ',
        'calle ',
        '1 a ',
        'two oh ',
        'a/',
        '#',
        'a1',
        '\u200b',
        '👻',
        '２',
        'on ',
        'add ',
        'at ',
        '1,',
        'a@a.',
        'u/',
      ],
    ]
    const ends = ['', 'x', ' snap', '@', '!', ' com']
    const lines = units.flatMap((unit) => ends.map((end) => unit.repeat(LINE_MAX / unit.length) + end))
    expect(lines.length).toBeGreaterThanOrEqual(200)
    for (const text of lines)
      for (let times = 0; times < 20; times += 1) expect(Array.isArray(contactIn(text))).toBe(true)
  })
})

describe('contactInRoomName', () => {
  test.each(['Battle 5550143', '4815162 only', 'Set 0049176', 'load 0012345'])(
    'takes a short bare number for a name: %s',
    (name) => {
      expect(contactInRoomName(name)).toEqual([])
    },
  )

  test.each([
    '202555014',
    '202555014300',
    '05550143',
    '+5550143',
    '555-0143',
    '555 0143',
    '(555)0143',
    '004917612',
    '5550143 or 5550144',
    'Maria 91234567',
    'Battle 1761234567',
    '+49 1761234567',
    '0049 1761234567',
    '01761234567',
    'call 1761234567',
    'call 5550143',
    'c a l l 5550143',
    'Text me: 5550143',
    'my number is 5550143',
    'WhatsApp 5550143',
    'wa 5550143',
    'Tel. 20255501',
    '📞 5550143',
    '５５５０１４３',
    '5550143 lena.vogel@gmail.com',
    'two zero two five five five zero one',
    'www.lenaxo.com',
    '12 Baker Street',
    'my snap is jonas_94',
  ])('finds contact details as in a message: %s', (name) => {
    expect(contactInRoomName(name)).not.toEqual([])
  })

  test('finds at least 95 % of the corpus', () => {
    const missed = CONTACT_LINES.filter(({ text }) => contactInRoomName(text).length === 0).map(({ text }) => text)
    expect(missed.length <= CONTACT_LINES.length * (1 - FOUND_AT_LEAST) ? [] : missed).toEqual([])
  })
})

describe('coverContacts', () => {
  test('returns undefined exactly if the text has no contact', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(coverContacts(text) === undefined).toBe(contactIn(text).length === 0)
      }),
    )
  })

  test('leaves no found detail in the covered text', () => {
    fc.assert(
      fc.property(line, (text) => {
        const covered = coverContacts(text)?.covered ?? ''
        const rest = contactIn(text).reduceRight((left, { from, to }) => left.slice(0, from) + left.slice(to), text)
        for (const { from, to } of contactIn(text)) {
          const detail = text.slice(from, to)
          // What is said twice, once inside of another word, may stay there.
          if (!rest.includes(detail)) expect(covered).not.toContain(detail)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test.each(['my snap is jonas_94', 'call me 202-555-0143', 'write to lena.vogel@gmail.com', 'see www.lenaxo.com'])(
    'covers every contact of %j so that nothing is found again',
    (text) => {
      expect(contactIn(coverContacts(text)?.covered ?? text)).toEqual([])
    },
  )

  test('keeps contacts but no links in the original', () => {
    const { original, covered, kinds } = coverContacts('snap: jonas_94 or www.lenaxo.com') ?? {}
    expect(original).toContain('jonas_94')
    expect(original).not.toContain('lenaxo.com')
    expect(covered).not.toContain('jonas_94')
    expect(new Set(kinds)).toEqual(new Set(['handle', 'link']))
  })
})
