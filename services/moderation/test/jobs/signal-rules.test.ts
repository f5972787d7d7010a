import { describe, expect, test } from '@jest/globals'
import { INDEPENDENT_REPORTERS_MIN, MANY_MET_MIN, NEW_ACCOUNT_MS } from '@kla/proto/web'
import { readJobQuery, writeJobCursor } from '../../src/jobs/queue.js'
import { independentReporters, isNewAccount, type MetReport, signalsOf } from '../../src/jobs/rules/signals.js'

/** 'ann@1' reported from room 1. */
const reports = (...given: string[]): MetReport[] =>
  given.map((text) => {
    const [name = '', roomId = ''] = text.split('@')
    return { reporterId: name.charCodeAt(0), roomId }
  })

describe('independentReporters', () => {
  test.each([
    [0, []],
    [3, ['a@1', 'b@2', 'c@3']],
    [1, ['a@1', 'a@2', 'a@3']],
    [2, ['a@1', 'b@1', 'c@2']],
    // Linked through b, who was in both rooms.
    [1, ['a@1', 'c@2', 'b@1', 'b@2']],
    [2, ['a@1', 'd@4', 'c@2', 'b@1', 'b@2']],
  ])('counts %d among %j', (count, given) => {
    expect(independentReporters(reports(...given))).toBe(count)
  })
})

describe('isNewAccount', () => {
  test('is true for two days, and false without a time of creation', () => {
    expect(isNewAccount(1_000, 1_000 + NEW_ACCOUNT_MS - 1)).toBe(true)
    expect(isNewAccount(1_000, 1_000 + NEW_ACCOUNT_MS)).toBe(false)
    expect(isNewAccount(0, 1_000)).toBe(false)
  })
})

describe('signalsOf', () => {
  const several = reports('a@1', 'b@2', 'c@3')

  test('finds several independent reporters, and many met by a new account', () => {
    expect(several).toHaveLength(INDEPENDENT_REPORTERS_MIN)
    expect(signalsOf({ reports: several, metByNew: MANY_MET_MIN })).toEqual([
      { rule: 'independent_reporters', people: 3 },
      { rule: 'new_account', people: MANY_MET_MIN },
    ])
  })

  test('finds nothing below the limits, and when rooms did not answer', () => {
    expect(signalsOf({ reports: several.slice(1), metByNew: MANY_MET_MIN - 1 })).toEqual([])
    expect(signalsOf({ reports: [], metByNew: undefined })).toEqual([])
  })
})

describe('writeJobCursor', () => {
  const page = (after: string, mine = false) => readJobQuery({ after, limit: 25, mine })
  const place = { category: 'spam', openedAtMs: 5, id: 7 } as const

  test.each([0, 1] as const)('is read again with precedence %d, and refused for the other list', (precedence) => {
    const after = writeJobCursor({ mine: false }, { ...place, precedence })
    expect(page(after)).toMatchObject({ after: { ...place, precedence } })
    expect(page(after, true)).toMatchObject({ refused: 'INVALID_FIELD' })
  })

  test('holds no time that a date cannot hold', () => {
    const after = writeJobCursor({ mine: false }, { ...place, precedence: 1, openedAtMs: 9e15 })
    expect(page(after)).toMatchObject({ refused: 'INVALID_FIELD' })
  })
})
