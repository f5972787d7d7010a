import { describe, expect, test } from '@jest/globals'
import {
  APPEAL_WINDOW_MS,
  DECISION_RULES,
  refusedField,
  SUGGESTED_MEASURES,
  suggestedMeasure,
  UNDO_MS,
} from '@kla/proto/web'
import {
  answering,
  appealCursor,
  appealing,
  type BanMeasure,
  banReason,
  type DecisionOrder,
  decisionTerms,
  inherited,
  isRepeat,
  needsSecondPerson,
  readAnswer,
  readAppealCursor,
  readOrder,
  shortened,
  undoing,
  unwinding,
} from '../../src/decisions/rules.js'

const ID = '018f6b1e-7c1a-7000-8000-0000000000d1'
const ORDER: Parameters<typeof readOrder>[0] = {
  id: ID,
  jobId: 3,
  claim: ID,
  outcome: 'acted',
  rule: 'threats',
  facts: 'Threatened the opponent.',
  basis: ['chat'],
  measures: [{ kind: 'global', durationMs: 3_600_000, expected: undefined }],
  letter: '',
  note: '',
  seen: new Map([[42, 1]]),
}
const read = (change: Partial<typeof ORDER>) => readOrder({ ...ORDER, ...change })
const order = (change: Partial<typeof ORDER> = {}) => read(change) as DecisionOrder
const ban = { kind: 'chat', durationMs: 0, expected: undefined }

describe('readOrder', () => {
  test('accepts an action with its reasons, and a dismissal without any', () => {
    expect(read({ facts: ' Threatened the opponent. ' })).toEqual(ORDER)
    const dismissal = { outcome: 'dismissed', rule: '', facts: '', basis: [], measures: [] }
    expect(read(dismissal)).toMatchObject(dismissal)
  })

  test('puts bases in one order and ids in lower case', () => {
    expect(read({ basis: ['reports', 'chat'], id: ID.toUpperCase() })).toMatchObject({
      basis: ['chat', 'reports'],
      id: ID,
    })
  })

  test.each([
    ['rule', { rule: '' }],
    ['facts', { facts: ' \n' }],
    ['basis', { basis: [] }],
    ['measures', { measures: [] }],
  ])('requires the %s of an action', (_what, change) => {
    expect(read(change)).toEqual({ refused: 'REASONS_REQUIRED' })
  })

  test.each([
    ['id', 'id', { id: '1' }],
    ['job', 'job', { jobId: 0 }],
    ['outcome', 'outcome', { outcome: 'ignored' }],
    ['rule', 'rule', { rule: 'manners' }],
    ['long text', 'facts', { facts: 'a'.repeat(2001) }],
    ['long letter', 'letter', { letter: 'a'.repeat(2001) }],
    ['long note', 'note', { note: 'a'.repeat(10_001) }],
    ['basis', 'basis', { basis: ['rumour'] }],
    ['basis named twice', 'basis', { basis: ['chat', 'chat'] }],
    ['measure', 'measures', { measures: [{ ...ban, kind: 'camera' }] }],
    ['measure named twice', 'measures', { measures: [ban, { ...ban, durationMs: 1 }] }],
    ['negative duration', 'measures', { measures: [{ ...ban, durationMs: -1 }] }],
    ['part of a millisecond', 'measures', { measures: [{ ...ban, durationMs: 0.5 }] }],
    ['duration beyond ten years', 'measures', { measures: [{ ...ban, durationMs: 3651 * 86_400_000 }] }],
    ['warning with a duration', 'measures', { measures: [{ ...ban, kind: 'warning', durationMs: 1 }] }],
    ['set of no reports', 'versions', { seen: new Map() }],
    ['report without a version', 'versions', { seen: new Map([[42, 0]]) }],
    ['set of 201 reports', 'versions', { seen: new Map(Array.from({ length: 201 }, (_, at) => [at + 1, 1])) }],
    ['dismissal with a measure', 'measures', { outcome: 'dismissed', rule: '', basis: [] }],
    ['dismissal with a rule', 'rule', { outcome: 'dismissed', measures: [], basis: [] }],
  ])('rejects a wrong %s and names %s', (_what, field, change) => {
    expect(read(change)).toEqual(refusedField(field))
  })
})

describe('isRepeat', () => {
  const decided = { ...order(), reportIds: [42] }

  test('ignores the claim, versions and note', () => {
    expect(isRepeat(decided, order({ claim: 'x', note: 'n', seen: new Map([[42, 9]]) }))).toBe(true)
  })

  test.each([
    { jobId: 4 },
    { facts: 'Other.' },
    { rule: 'spam' },
    { letter: 'l' },
    { basis: ['stills'] },
    { measures: [{ kind: 'global', durationMs: 1, expected: undefined }] },
    { seen: new Map([[43, 1]]) },
  ])('notices another content: %j', (change) => {
    expect(isRepeat(decided, order(change))).toBe(false)
  })
})

describe('needsSecondPerson', () => {
  test.each([
    [true, ['stills'], 'global', 0],
    [false, ['stills'], 'global', 1],
    [false, ['stills'], 'warning', 0],
    [false, ['stills', 'chat'], 'global', 0],
    [false, ['chat'], 'global', 0],
  ])('is %p for %j and %s for %i ms', (needed, basis, kind, durationMs) => {
    expect(needsSecondPerson(order({ basis, measures: [{ kind, durationMs, expected: undefined }] }))).toBe(needed)
  })

  test('is bound to the job, rule, basis, measures and what the player reads', () => {
    const terms = (change: Partial<typeof ORDER> = {}, written = 'hash') =>
      JSON.stringify(decisionTerms(order(change), written))
    expect(terms({ facts: 'Other words.', claim: 'x', note: 'n' })).toBe(terms())
    for (const change of [{ jobId: 4 }, { rule: 'spam' }, { basis: ['stills'] }, { measures: [ban] }])
      expect(terms(change)).not.toBe(terms())
    expect(terms({}, 'another')).not.toBe(terms())
  })
})

describe('suggestedMeasure', () => {
  test.each(DECISION_RULES)('climbs for %s and stays at the last step', (rule) => {
    const steps = SUGGESTED_MEASURES[rule]
    for (const [earlier, step] of steps.entries()) expect(suggestedMeasure(rule, earlier)).toBe(step)
    expect(suggestedMeasure(rule, 100)).toBe(steps.at(-1))
  })
})

describe('banReason', () => {
  test('hides what is grave, and shortens the rest without breaking a letter', () => {
    expect(banReason({ grave: true, facts: 'x' })).toBe('')
    expect(banReason({ grave: false, facts: 'short' })).toBe('short')
    expect(banReason({ grave: false, facts: 'a'.repeat(2000) })).toHaveLength(1000)
    expect(shortened('12345678😀901', 10)).toBe('12345678…')
  })
})

const DECIDED = {
  state: 'in_force',
  decidedById: 5,
  approvedById: 6,
  decidedAtMs: 1_000,
  appealUntilMs: 9_000_000,
  appeal: undefined,
} as const

describe('undoing', () => {
  const at = (nowMs: number, change: Partial<Parameters<typeof undoing>[0]> = {}, id = 5) =>
    undoing({ ...DECIDED, ...change }, { id, nowMs })

  test('is for who decided, for a minute, once', () => {
    expect(at(1_000 + UNDO_MS - 1)).toBe('undo')
    expect(at(1_000 + UNDO_MS)).toEqual({ refused: 'TOO_LATE_TO_UNDO' })
    expect(at(1_001, {}, 7)).toEqual({ refused: 'DECISION_NOT_FOUND' })
    expect(at(1_000 + 2 * UNDO_MS, { state: 'undone' })).toBe('repeated')
  })

  test('is refused once the player has appealed', () => {
    expect(at(1_001, { appeal: { state: 'open', text: 't' } })).toEqual({ refused: 'CHANGED_MEANWHILE' })
    expect(at(1_001, { state: 'overturned' })).toEqual({ refused: 'CHANGED_MEANWHILE' })
  })
})

describe('appealing', () => {
  test('is possible once, until its end', () => {
    expect(appealing(DECIDED, { text: 't', nowMs: 9_000_000 })).toBe('open')
    expect(appealing(DECIDED, { text: 't', nowMs: 9_000_001 })).toEqual({ refused: 'TOO_LATE_TO_APPEAL' })
    const appealed = { ...DECIDED, appeal: { state: 'open', text: 't' } } as const
    expect(appealing(appealed, { text: 't', nowMs: 9_000_001 })).toBe('repeated')
    expect(appealing(appealed, { text: 'other', nowMs: 1 })).toEqual({ refused: 'ALREADY_APPEALED' })
  })

  test('is open for six months, however long they are', () => {
    for (let month = 0; month < 12; month += 1) {
      const appealUntilMs = Date.UTC(2027, month, 1) + APPEAL_WINDOW_MS
      const nowMs = Date.UTC(2027, month + 6, 1)
      expect([month, appealing({ appeal: undefined, appealUntilMs }, { text: 't', nowMs })]).toEqual([month, 'open'])
    }
  })
})

describe('answering', () => {
  const OPEN = { state: 'open', answer: '', decidedById: undefined } as const
  const given = { outcome: 'upheld', answer: 'a' } as const

  test('is for neither who decided nor who approved', () => {
    for (const by of [5, 6]) expect(answering(DECIDED, OPEN, { ...given, by })).toEqual({ refused: 'NOT_ALLOWED' })
    expect(answering(DECIDED, OPEN, { ...given, by: 7 })).toBe('answer')
  })

  test('is repeated by the same person with the same words alone', () => {
    const answered = { state: 'upheld', answer: 'a', decidedById: 7 } as const
    expect(answering(DECIDED, answered, { ...given, by: 7 })).toBe('repeated')
    expect(answering(DECIDED, answered, { ...given, by: 8 })).toEqual({ refused: 'CHANGED_MEANWHILE' })
    expect(answering(DECIDED, answered, { ...given, answer: 'b', by: 7 })).toEqual({ refused: 'CHANGED_MEANWHILE' })
  })

  test('needs a text and an outcome', () => {
    expect(readAnswer({ outcome: 'upheld', answer: ' a ' })).toEqual(given)
    expect(readAnswer({ outcome: 'upheld', answer: ' ' })).toEqual(refusedField('answer'))
    expect(readAnswer({ outcome: 'open', answer: 'a' })).toEqual(refusedField('outcome'))
  })
})

describe('readAppealCursor', () => {
  test('reads what appealCursor has written, and nothing else', () => {
    for (const openOnly of [true, false]) {
      expect(readAppealCursor('', openOnly)).toBeUndefined()
      expect(readAppealCursor(appealCursor(7, openOnly), openOnly)).toBe(7)
      for (const wrong of [appealCursor(7, !openOnly), '7', 'open.', 'all.0', 'decided.7', 'open.7 '])
        expect(readAppealCursor(wrong, openOnly)).toEqual(refusedField('after'))
    }
  })
})

describe('unwinding', () => {
  const measure: BanMeasure = { banId: 1, durationMs: 100, decidedAtMs: 1_000, before: undefined }
  const current = { isInForce: true, isLifted: false, expiresAtMs: 1_100 }
  const extended = { kind: 'extended', banId: 1, expiresAtMs: 1_050, reason: 'r' } as const
  const replaced = { kind: 'replaced', banId: 9, expiresAtMs: null, reason: 'r' } as const

  test('lifts a new ban', () => {
    expect(unwinding(measure, current, 1_001)).toEqual({ kind: 'lift' })
    const permanent = { ...current, expiresAtMs: undefined }
    expect(unwinding({ ...measure, durationMs: 0 }, permanent, 1_001)).toEqual({ kind: 'lift' })
  })

  test('gives an extended ban its former end while that is ahead, and lifts it otherwise', () => {
    expect(unwinding({ ...measure, before: extended }, current, 1_049)).toEqual({ kind: 'shorten', to: extended })
    expect(unwinding({ ...measure, before: extended }, current, 1_050)).toEqual({ kind: 'lift' })
  })

  test('brings back a replaced ban', () => {
    expect(unwinding({ ...measure, before: replaced }, current, 1_001)).toEqual({ kind: 'swap', to: replaced })
  })

  test('leaves what has ended, and what someone else has changed', () => {
    expect(unwinding(measure, { ...current, isInForce: false }, 1_100)).toEqual({ kind: 'over' })
    for (const changed of [undefined, { ...current, isLifted: true }, { ...current, expiresAtMs: 1_200 }])
      expect(unwinding(measure, changed, 1_001)).toEqual({ kind: 'changed' })
  })
})

describe('inherited', () => {
  const of = (banId: number, before: BanMeasure['before']): BanMeasure => ({
    banId,
    before,
    durationMs: 1,
    decidedAtMs: 1,
  })
  const extended = { kind: 'extended', banId: 1, expiresAtMs: 5, reason: 'first' } as const
  const again = { kind: 'extended', banId: 1, expiresAtMs: 7, reason: 'second' } as const
  const replaced = { kind: 'replaced', banId: 1, expiresAtMs: 7, reason: 'second' } as const

  test('makes the later ban a new one if the earlier one was', () => {
    expect(inherited(of(1, undefined), of(1, again))).toBeUndefined()
    expect(inherited(of(1, undefined), of(2, replaced))).toBeUndefined()
  })

  test('passes on the end before the earlier extension', () => {
    expect(inherited(of(1, extended), of(1, again))).toEqual(extended)
    expect(inherited(of(1, extended), of(2, replaced))).toEqual({ ...replaced, expiresAtMs: 5, reason: 'first' })
  })

  test('passes on the ban that the earlier one replaced', () => {
    const first = { kind: 'replaced', banId: 8, expiresAtMs: null, reason: '' } as const
    expect(inherited(of(1, first), of(1, again))).toEqual(first)
    expect(inherited(of(1, first), of(2, replaced))).toEqual(first)
  })
})
