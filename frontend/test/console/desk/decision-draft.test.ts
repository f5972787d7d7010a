import { describe, expect, test } from '@jest/globals'
import { DecisionOrder } from '@kla/proto/schemas'
import type { BanView } from '@kla/proto/web'
import { Compile } from 'typebox/compile'
import {
  banMet,
  chooseFate,
  type Chosen,
  contentOf,
  decisionErrors,
  EMPTY_DECISION,
  freeScopes,
  type FurtherBan,
  needsSecondPerson,
  proposedMeasure,
  proposedRule,
  withProposal,
} from '../../../src/console/desk/decision-draft.js'
import { measureSummary } from '../../../src/console/desk/words.js'

const DAY_MS = 86_400_000
const order = Compile(DecisionOrder)
const ID = '7a0c8f5e-64b5-4c62-9d51-6f7d5c3f0a11'

const chosen = (part: Partial<Chosen> = {}): Chosen => ({
  ...EMPTY_DECISION,
  outcome: 'acted',
  rule: 'harassment',
  measure: '7d',
  scope: 'global',
  basis: ['chat'],
  facts: 'Insulted an opponent.',
  ...part,
})
const ban = (scope: BanView['scope'], part: Partial<BanView> = {}) => ({ id: 4, version: 2, scope, ...part }) as BanView
/** The fate of that ban, as chosen. */
const fate = (then: 'extend' | 'replace' | 'leave') => chooseFate(ban('global'), then)
const place = { job: 1, versions: { '11': 3, '12': 1 } }

describe('proposal', () => {
  test('proposes the rule of the category, and none for self-harm', () => {
    expect(proposedRule('possible_minor')).toBe('minors')
    expect(proposedRule('abuse')).toBe('harassment')
    expect(proposedRule('self_harm')).toBe('')
  })

  test.each([
    [
      { kind: 'warning', duration_ms: null, ban_id: null },
      { measure: 'warning', scope: 'global', days: '' },
    ],
    [
      { kind: 'global', duration_ms: 7 * DAY_MS, ban_id: null },
      { measure: '7d', scope: 'global', days: '' },
    ],
    [
      { kind: 'chat', duration_ms: null, ban_id: null },
      { measure: 'permanent', scope: 'chat', days: '' },
    ],
    [
      { kind: 'rooms', duration_ms: 3 * DAY_MS, ban_id: null },
      { measure: 'custom', scope: 'rooms', days: '3' },
    ],
  ] as const)('turns the suggestion %j into choices', (suggested, expected) => {
    expect(proposedMeasure([suggested], true)).toEqual(expected)
  })

  test('proposes no ban without the permission', () => {
    expect(proposedMeasure([{ kind: 'global', duration_ms: null, ban_id: null }], false).measure).toBe('')
  })

  test('gives way to what was chosen', () => {
    const proposal = { rule: 'harassment', measure: 'warning', scope: 'global', days: '' } as const
    expect(withProposal({ ...EMPTY_DECISION, measure: '24h' }, proposal)).toMatchObject({
      rule: 'harassment',
      measure: '24h',
      scope: 'global',
    })
  })
})

describe('decisionErrors', () => {
  test('asks for nothing but the choice to dismiss', () => {
    expect(decisionErrors(chosen({ outcome: '' }), [])).toHaveProperty('outcome')
    expect(decisionErrors(chosen({ outcome: 'dismissed', rule: '', facts: '', basis: [] }), [])).toEqual({})
  })

  test('asks for rule, measure, basis and facts before acting', () => {
    const errors = decisionErrors(chosen({ rule: '', measure: '', basis: [], facts: ' ​' }), [])
    expect(Object.keys(errors).sort()).toEqual(['basis', 'facts', 'measure', 'rule'])
    expect(decisionErrors(chosen(), [])).toEqual({})
  })

  test.each(['', '0', '-1', 'x', '4000'])('rejects %p days', (days) => {
    expect(decisionErrors(chosen({ measure: 'custom', days }), [])).toHaveProperty('days')
  })

  test('asks what happens to the ban in force', () => {
    expect(decisionErrors(chosen(), [ban('global')])).toHaveProperty('then')
    expect(decisionErrors(chosen({ ...fate('leave') }), [ban('global')])).toHaveProperty('then')
    expect(decisionErrors(chosen({ ...fate('extend') }), [ban('global')])).toEqual({})
  })

  test.each([
    ['another ban', { id: 5, version: 1 }],
    ['another version of it', { version: 3 }],
  ])('asks again what happens to %s', (_, part) => {
    const replaced = chosen({ ...fate('replace') })
    expect(decisionErrors(replaced, [ban('global', part)])).toHaveProperty('then')
    expect(contentOf(replaced, [ban('global', part)], place).measures?.[0]?.expected).toBeNull()
  })
})

describe('further bans', () => {
  const also = (part: Partial<FurtherBan> = {}): FurtherBan => ({
    ...{ scope: 'rooms', measure: '24h', days: '', then: '' },
    ...part,
  })

  test('orders each measure with its own length and fate', () => {
    const made = contentOf(
      chosen({
        scope: 'chat',
        further: [also({ ...fate('replace') }), also({ scope: 'api', measure: 'custom', days: '2' })],
      }),
      [ban('rooms')],
      place,
    )
    expect(made.measures).toEqual([
      { kind: 'chat', durationMs: 7 * DAY_MS, expected: null },
      { kind: 'rooms', durationMs: DAY_MS, expected: { id: 4, version: 2, then: 'replace' } },
      { kind: 'api', durationMs: 2 * DAY_MS, expected: null },
    ])
    expect(order.Check({ id: ID, claim: 'own', ...made })).toBe(true)
  })

  test('orders a ban beside a warning', () => {
    const made = contentOf(chosen({ measure: 'warning', further: [also()] }), [], place)
    expect(made.measures).toEqual([{ kind: 'warning' }, { kind: 'rooms', durationMs: DAY_MS, expected: null }])
  })

  test.each([
    ['a second ban from one place', also({ scope: 'global' }), 'scope'],
    ['no length', also({ measure: '' }), 'measure'],
    ['no days', also({ measure: 'custom' }), 'days'],
    ['nothing about the ban in force', also({ scope: 'chat' }), 'then'],
    ['a ban that changes nothing', also({ scope: 'chat', ...fate('leave') }), 'then'],
  ])('rejects %s', (_, further, field) => {
    const { further: errors } = decisionErrors(chosen({ further: [further] }), [ban('chat')])
    expect(errors?.map((each) => Object.keys(each))).toEqual([[field]])
  })

  test('accepts sound ones', () => {
    expect(decisionErrors(chosen({ further: [also()] }), [])).toEqual({})
    expect(decisionErrors(chosen({ measure: 'warning', further: [also({ scope: 'global' })] }), [])).toEqual({})
  })

  test('offers only places without a ban, narrower ones first', () => {
    expect(freeScopes(chosen())).toEqual(['rooms', 'chat', 'api'])
    expect(freeScopes(chosen({ measure: 'warning', further: [also()] }))).toEqual(['chat', 'api', 'global'])
  })

  test('needs a second person if one of them is permanent, on stills alone', () => {
    const further = [also({ measure: 'permanent' })]
    expect(needsSecondPerson(chosen({ basis: ['stills'], further }))).toBe(true)
  })

  test('names all of them in the summary, or nothing while one is unknown', () => {
    const nowMs = Date.parse('2026-11-28T12:00:00Z')
    const summary = (...further: FurtherBan[]) => measureSummary(chosen({ measure: 'warning', further }), nowMs)
    expect(summary(also({ scope: 'chat', measure: 'permanent' }))).toBe('Warning and permanent chat ban')
    expect(summary(also(), also({ scope: 'chat' }))).toMatch(/^Warning; rooms ban until .* and chat ban until /)
    expect(summary(also({ measure: '' }))).toBeNull()
  })
})

describe('banMet', () => {
  test('finds the ban in force of the same scope', () => {
    expect(banMet(chosen(), [ban('chat'), ban('global')])?.scope).toBe('global')
    expect(banMet(chosen({ scope: 'rooms' }), [ban('chat')])).toBeNull()
    expect(banMet(chosen({ measure: 'warning' }), [ban('global')])).toBeNull()
  })
})

describe('needsSecondPerson', () => {
  test('is true for a permanent ban on stills alone', () => {
    expect(needsSecondPerson(chosen({ measure: 'permanent', basis: ['stills'] }))).toBe(true)
    expect(needsSecondPerson(chosen({ measure: 'permanent', basis: ['stills', 'chat'] }))).toBe(false)
    expect(needsSecondPerson(chosen({ measure: '30d', basis: ['stills'] }))).toBe(false)
    expect(needsSecondPerson(chosen({ measure: 'warning', basis: ['stills'] }))).toBe(false)
  })
})

describe('contentOf', () => {
  const orderOf = (...given: Parameters<typeof contentOf>) => ({ id: ID, claim: 'own', ...contentOf(...given) })

  test('orders a ban with its reasons and the versions of all reports', () => {
    const made = orderOf(chosen({ note: ' seen ' }), [], place)
    expect(made).toEqual({
      id: ID,
      claim: 'own',
      job: 1,
      outcome: 'acted',
      rule: 'harassment',
      facts: 'Insulted an opponent.',
      basis: ['chat'],
      measures: [{ kind: 'global', durationMs: 7 * DAY_MS, expected: null }],
      note: 'seen',
      versions: place.versions,
    })
    expect(order.Check(made)).toBe(true)
  })

  test('names the ban in force and its fate', () => {
    const [measure] =
      contentOf(chosen({ measure: 'permanent', ...fate('extend') }), [ban('global')], place).measures ?? []
    expect(measure).toEqual({ kind: 'global', durationMs: null, expected: { id: 4, version: 2, then: 'extend' } })
  })

  test('dismisses without rule, facts and measures', () => {
    const made = orderOf(chosen({ outcome: 'dismissed' }), [], place)
    expect(made).toEqual({ id: ID, claim: 'own', job: 1, outcome: 'dismissed', versions: place.versions })
    expect(order.Check(made)).toBe(true)
  })

  test('warns without a ban', () => {
    expect(contentOf(chosen({ measure: 'warning' }), [], place).measures).toEqual([{ kind: 'warning' }])
  })
})

describe('measureSummary', () => {
  test('says what follows', () => {
    expect(measureSummary(chosen({ measure: 'warning' }), 0)).toBe('Warning')
    expect(measureSummary(chosen({ measure: 'permanent', scope: 'chat' }), 0)).toBe('Permanent chat ban')
    expect(measureSummary(chosen({ measure: '7d' }), Date.parse('2026-11-28T12:00:00Z'))).toMatch(
      /^Ban until 5 Dec 2026/,
    )
    expect(measureSummary(chosen({ measure: 'custom' }), 0)).toBeNull()
  })
})
