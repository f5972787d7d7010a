import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type NameHistory, nextNameChange, playerNameFault } from '../../src/names/rules.js'
import { FIRST_WORDS, LONG_NUMBERS, NUMBERS, SECOND_WORDS, suggestNames } from '../../src/names/suggest.js'

describe('player names', () => {
  test.each(['Velvet Otter 42', 'abc', 'Q1 Zephyr', 'Commodore', 'Winter Fox 7', 'Number 142', 'Skid Row'])(
    'accepts "%s"',
    (name) => {
      expect(playerNameFault(name, [])).toBeUndefined()
    },
  )

  test.each([
    ...[
      'Müller Fox',
      'José',
      'Łukasz',
      'Çağlar',
      'Ελένη',
      'Владимир',
      'Вера',
      'Ольга 24',
      'محمد',
      'مُحَمَّد',
      'שלום',
      'अनन्या',
      'ไทยรัก',
      '김민수',
      'さくら',
      '山田太郎',
      'გიორგი',
      'Արամ',
      'राम',
      'Nguyễn Thị Ánh',
      'कि'.repeat(20),
    ],
    ...[
      'Scunthorpe',
      'Dickinson',
      'Essex',
      'Sussex',
      'Cassandra',
      'Assassin',
      'Penistone',
      'Middlesex',
      'Classic',
      'Nazir',
      'Hancock',
      'Cockburn',
      'Peacock',
      'Shiitake',
    ],
    ...[
      'Matsushita',
      'Grape Fox',
      'Therapist',
      'Kumquat',
      'Arsenal',
      'Saturday',
      'Uranus',
      'Mishit',
      'Titan',
      'Analyst',
      'Modern Fox',
      'Modest',
      'Klara',
      'Robot',
    ],
  ])('accepts "%s"', (name) => {
    expect(playerNameFault(name, [])).toBeUndefined()
  })

  test.each([
    ...[
      '',
      'ab',
      'x'.repeat(21),
      'कि'.repeat(21),
      ' Otter',
      'Otter ',
      'Two  Spaces',
      'dot-ted',
      'under_score',
      '12 3',
      'a1',
    ].map((name) => [name, 'NAME_INVALID']),
    ...['Ada\u200b', 'A\u202eda', 'A\u00adda', '\u2066Ada\u2069', 'A\u3164da', 'Z\u0335\u0336\u0337algo'].map(
      (name) => [name, 'NAME_INVISIBLE'],
    ),
    ...['Аda Fox', 'Pаul', 'Ολίver', 'שלום bob', 'Привет Bob'].map((name) => [name, 'NAME_MIXED_SCRIPTS']),
    ...['𝓐mber', 'Ａmber', 'ﬁnch'].map((name) => [name, 'NAME_CONFUSABLE']),
    ...[
      'Fuck Hitler',
      'fuckhitler',
      'F u c k',
      'Fuuuck',
      'FuсK',
      'H1tler',
      'Hïtler',
      'Adolf Hitler',
      'Гитлер',
      'Гитлер Фан',
      'هتلر',
      'n1gger',
      'NlGGER',
      'Puta',
      'Hurensohn',
      'Putain',
      'Stronzo',
      'Kurwa',
      'Orospu',
      'Сука',
      'Caralho',
    ].map((name) => [name, 'NAME_OFFENSIVE']),
    ...[
      'Admin',
      '4dm1n Fox',
      'Аdmin',
      'Αdmin',
      'Админ',
      'Модератор',
      'مشرف',
      'Mod',
      'The Mod',
      'M0d 22',
      'Moderador',
      'Modérateur',
      'Moderatore',
      'Yönetici',
      'Soporte',
      'Support',
      'Judge Fox',
      'Jud9e',
      'Richter',
      'Судья',
      'Kla Staff',
      'Kla',
      'Official',
      'Owner',
      'System',
    ].map((name) => [name, 'NAME_STAFF']),
    ...[
      'Otter 2468',
      'Call 55 12',
      'snap me',
      'Sn4p Fox',
      'my 1nsta',
      'Kik Fox',
      'Te1egram',
      'find me dot com',
      'Лиса ٢٤٦٨'.replace('Лиса ', 'أسد '),
    ].map((name) => [name, 'NAME_CONTACT']),
    ...[
      'Otter 14',
      'Otter14',
      'Fox 1 7',
      'أسد ١٤',
      'Teen Fox',
      'T33n Fox',
      'te en fox',
      'teeeen',
      'Fifteen',
      'Sch00l Fox',
      'Boy 22',
      'SweetGirl',
    ].map((name) => [name, 'NAME_MINOR']),
  ])('rejects "%s" with %s', (name, reason) => {
    expect(playerNameFault(name, [])).toBe(reason)
  })

  test.each([
    ['mika.rose', 'mika rose'],
    ['mika.rose', 'The MikaRose 22'],
    ['mika.rose', 'Mik4 R0se'],
    ['mika_1987', 'Mika Fox'],
    ['mikarose', 'Mika'],
    ['Mika Rose', 'mikarose 33'],
  ])('rejects, for the handle "%s", the name "%s"', (handle, name) => {
    expect(playerNameFault(name, [handle])).toBe('NAME_OWN_HANDLE')
    expect(playerNameFault(name, ['other.handle'])).toBeUndefined()
  })

  test('cannot change for thirty days', () => {
    expect(nextNameChange({}, 5)).toEqual({ changeableAtMs: 0, early: false })
    expect(nextNameChange({ playerNameAtMs: 0 }, 30 * DAY_MS - 1)).toEqual({
      changeableAtMs: 30 * DAY_MS,
      early: false,
    })
    expect(nextNameChange({ playerNameAtMs: 0 }, 30 * DAY_MS)).toEqual({ changeableAtMs: 0, early: false })
  })

  test('can change at once after a block or report that is newer than the last change', () => {
    const now = 40 * DAY_MS
    const after = { playerNameAtMs: 30 * DAY_MS, nameUnlockedAtMs: 30 * DAY_MS + 1 }
    expect(nextNameChange(after, now)).toEqual({ changeableAtMs: 0, early: true })
    expect(nextNameChange({ ...after, nameUnlockedAtMs: 30 * DAY_MS }, now)).toEqual({
      changeableAtMs: 60 * DAY_MS,
      early: false,
    })
    // Nothing is used up once the thirty days are over.
    expect(nextNameChange(after, 60 * DAY_MS)).toEqual({ changeableAtMs: 0, early: false })
  })

  test('can change early twice within any year, however many players are blocked and reported', () => {
    const days = fc.array(fc.record({ afterDays: fc.integer({ min: 1, max: 90 }), blocks: fc.boolean() }), {
      maxLength: 80,
    })
    fc.assert(
      fc.property(days, (steps) => {
        let [nowMs, history]: [number, NameHistory] = [0, { playerNameAtMs: 0 }]
        const early: number[] = []
        for (const { afterDays, blocks } of steps) {
          nowMs += afterDays * DAY_MS
          const before = history
          if (blocks) history = { ...history, nameUnlockedAtMs: nowMs - 1 }
          const next = nextNameChange(history, nowMs)
          if (next.changeableAtMs !== 0) continue
          if (next.early) early.push(nowMs)
          else expect(nowMs - before.playerNameAtMs!).toBeGreaterThanOrEqual(30 * DAY_MS)
          history = { ...history, playerNameAtMs: nowMs, earlyNamesAtMs: early }
        }
        for (const at of early)
          expect(early.filter((other) => other > at - 365 * DAY_MS && other <= at).length).toBeLessThanOrEqual(2)
      }),
    )
  })
})

const DAY_MS = 24 * 3_600_000

describe('suggested names', () => {
  test('are valid in every combination of words', () => {
    const refused = FIRST_WORDS.flatMap((first) => SECOND_WORDS.map((second) => `${first} ${second} 42`)).filter(
      (name) => playerNameFault(name, []) !== undefined,
    )
    expect(refused).toEqual([])
    const numbers = [...NUMBERS, ...LONG_NUMBERS]
    expect(numbers.filter((number) => playerNameFault(`Amber Otter ${number}`, []) !== undefined)).toEqual([])
  })

  test('differ and do not reveal the player', () => {
    let turn = 0
    const names = suggestNames(12, ['amber'], (below) => (turn++ * 7) % below)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(3)
    expect(names.filter((name) => name.includes('Amber'))).toEqual([])
  })
})
