import type { ApprovalTerms, Refused } from '@kla/chassis'
import {
  APPEAL_TEXT_MAX,
  type AppealState,
  BAN_DURATION_MAX_MS,
  BAN_REASON_MAX,
  DECISION_BASES,
  DECISION_OUTCOMES,
  DECISION_RULES,
  DECISION_TEXT_MAX,
  type DecisionBasis,
  type DecisionOutcome,
  type DecisionRule,
  isUuid,
  JOB_REPORTS_MAX,
  MEASURE_KINDS,
  type MeasureKind,
  NOTES_MAX,
  type Reason,
  refusedField,
  UNDO_MS,
} from '@kla/proto/web'
import type { ExpectedBan } from '../bans/index.js'
import { choice, isId, isOneOf, isRefused, plainText, requiredText, soundFields } from '../shared/rules.js'

/** A measure to take; 0: permanent, or a warning. */
export interface MeasureOrder {
  readonly kind: MeasureKind
  readonly durationMs: number
  readonly expected: ExpectedBan | undefined
}

/** A validated order to decide a job. */
export interface DecisionOrder {
  readonly id: string
  readonly jobId: number
  readonly claim: string
  readonly outcome: DecisionOutcome
  /** Empty for a dismissal. */
  readonly rule: DecisionRule | ''
  readonly facts: string
  readonly basis: readonly DecisionBasis[]
  readonly measures: readonly MeasureOrder[]
  readonly letter: string
  readonly note: string
  /** Versions of the reports, by id. */
  readonly seen: ReadonlyMap<number, number>
}

interface GivenOrder extends Pick<DecisionOrder, 'id' | 'jobId' | 'claim' | 'facts' | 'letter' | 'note' | 'seen'> {
  readonly outcome: string
  readonly rule: string
  readonly basis: readonly string[]
  readonly measures: readonly (Omit<MeasureOrder, 'kind'> & { readonly kind: string })[]
}

/** Refuses with REASONS_REQUIRED if an action lacks its rule, facts, basis or measures. */
export function readOrder(given: GivenOrder): DecisionOrder | Refused {
  const { id, jobId, claim, rule, seen } = given
  const order = soundFields({
    id: isUuid(id) ? id.toLowerCase() : refusedField('id'),
    jobId: isId(jobId) ? jobId : refusedField('job'),
    claim,
    outcome: choice(DECISION_OUTCOMES, given.outcome, 'outcome'),
    rule: rule === '' ? ('' as const) : choice(DECISION_RULES, rule, 'rule'),
    facts: plainText(given.facts, DECISION_TEXT_MAX, 'facts'),
    basis: readBasis(given.basis),
    measures: readMeasures(given.measures),
    letter: plainText(given.letter, DECISION_TEXT_MAX, 'letter'),
    note: plainText(given.note, NOTES_MAX, 'note'),
    seen: areVersions(seen) ? seen : refusedField('versions'),
  })
  if (isRefused(order)) return order
  const named = { rule: rule !== '', basis: order.basis.length > 0, measures: order.measures.length > 0 }
  if (order.outcome === 'dismissed') {
    const [surplus] = Object.entries(named).find(([, isNamed]) => isNamed) ?? []
    return surplus === undefined ? order : refusedField(surplus)
  }
  const isComplete = Object.values(named).every(Boolean) && order.facts !== ''
  return isComplete ? order : { refused: 'REASONS_REQUIRED' }
}

function readBasis(given: readonly string[]): readonly DecisionBasis[] | Refused {
  const known = DECISION_BASES.filter((basis) => given.includes(basis))
  return known.length === given.length ? known : refusedField('basis')
}

/** Reads measures, one of each kind at most. */
export function readMeasures(given: GivenOrder['measures']): readonly MeasureOrder[] | Refused {
  const measures = given.flatMap(({ kind, durationMs, expected }) => {
    const sound = isOneOf(MEASURE_KINDS, kind) && isDurationOf(kind, durationMs)
    return sound && (kind !== 'warning' || !expected) ? [{ kind, durationMs, expected }] : []
  })
  return new Set(measures.map(({ kind }) => kind)).size === given.length ? measures : refusedField('measures')
}

const isDurationOf = (kind: MeasureKind, ms: number): boolean =>
  Number.isSafeInteger(ms) && ms >= 0 && ms <= (kind === 'warning' ? 0 : BAN_DURATION_MAX_MS)

const areVersions = (seen: ReadonlyMap<number, number>): boolean =>
  seen.size >= 1 && seen.size <= JOB_REPORTS_MAX && [...seen].every(([id, version]) => isId(id) && isId(version))

/** What the order is, apart from who gives it and what it was made on. */
type Terms = Pick<DecisionOrder, 'jobId' | 'outcome' | 'rule' | 'facts' | 'basis' | 'letter'> & {
  readonly measures: readonly Pick<MeasureOrder, 'kind' | 'durationMs'>[]
  readonly reportIds: readonly number[]
}

/** True if an order is the one that was decided, sent again. */
export const isRepeat = (decided: Terms, order: DecisionOrder): boolean =>
  canonical(decided) === canonical({ ...order, reportIds: [...order.seen.keys()] })

const canonical = ({ jobId, outcome, rule, facts, basis, letter, measures, reportIds }: Terms): string =>
  JSON.stringify([
    ...[jobId, outcome, rule, facts, basis, letter],
    measures.map(({ kind, durationMs }) => [kind, durationMs]),
    [...reportIds].sort((one, other) => one - other),
  ])

/** True for a permanent measure that rests on stills alone. */
export const needsSecondPerson = ({ measures, basis }: Pick<DecisionOrder, 'measures' | 'basis'>): boolean =>
  basis.length === 1 &&
  basis[0] === 'stills' &&
  measures.some(({ kind, durationMs }) => kind !== 'warning' && durationMs === 0)

/** Names decisions in approvals and in the audit log. */
export const DECIDE_ACTION = 'decisions.decide'

/** Text that the player reads. */
export const writtenIn = ({ facts, letter }: Pick<DecisionOrder, 'facts' | 'letter'>): string =>
  JSON.stringify([facts, letter])

/**
 * A changed order needs a new approval, as do reports that arrived or changed. `writtenHash`: of {@link writtenIn}, which
 * is in no audit entry.
 */
export function decisionTerms(
  { jobId, outcome, rule, basis, measures, seen }: DecisionOrder,
  writtenHash: string,
): ApprovalTerms {
  const reports = [...seen.keys()].sort((one, other) => one - other)
  return {
    action: DECIDE_ACTION,
    params: {
      job: jobId,
      outcome,
      rule,
      basis: basis.join(' '),
      measures: measures.map(({ kind, durationMs }) => `${kind}:${durationMs}`).join(' '),
      reports,
      versions: reports.map((id) => seen.get(id) ?? 0),
      written: writtenHash,
    },
  }
}

/** Ban reasons are visible without the permission for grave reports, and shorter than facts. */
export const banReason = ({ grave, facts }: { readonly grave: boolean; readonly facts: string }): string =>
  grave ? '' : shortened(facts, BAN_REASON_MAX)

/** Shortens a text to UTF-16 units without breaking a character. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`

/** What a decision is for rules about its end. */
export interface DecidedState {
  readonly state: 'in_force' | 'undone' | 'overturned'
  readonly decidedById: number
  readonly approvedById: number | undefined
  readonly decidedAtMs: number
  readonly appealUntilMs: number
  readonly appeal: { readonly state: AppealState; readonly text: string } | undefined
}

/** Decides on an undo. `repeated`: it is undone already. */
export function undoing(
  { state, decidedById, decidedAtMs, appeal }: DecidedState,
  by: { readonly id: number; readonly nowMs: number },
): 'undo' | 'repeated' | { readonly refused: Reason } {
  if (decidedById !== by.id) return { refused: 'DECISION_NOT_FOUND' }
  if (state === 'undone') return 'repeated'
  if (state === 'overturned' || appeal) return { refused: 'CHANGED_MEANWHILE' }
  return by.nowMs < decidedAtMs + UNDO_MS ? 'undo' : { refused: 'TOO_LATE_TO_UNDO' }
}

export const readAppealText = (given: string): string | Refused => requiredText(given, APPEAL_TEXT_MAX, 'text')

/** Decides on an appeal of a decision with measures. `repeated`: the same text again. */
export function appealing(
  { appeal, appealUntilMs }: Pick<DecidedState, 'appeal' | 'appealUntilMs'>,
  { text, nowMs }: { readonly text: string; readonly nowMs: number },
): 'open' | 'repeated' | { readonly refused: Reason } {
  if (appeal) return appeal.text === text ? 'repeated' : { refused: 'ALREADY_APPEALED' }
  return nowMs <= appealUntilMs ? 'open' : { refused: 'TOO_LATE_TO_APPEAL' }
}

/** An answer to an appeal. */
export interface AppealAnswer {
  readonly outcome: Exclude<AppealState, 'open'>
  readonly answer: string
}

export function readAnswer(given: { readonly outcome: string; readonly answer: string }): AppealAnswer | Refused {
  return soundFields({
    outcome: choice(['upheld', 'overturned'], given.outcome, 'outcome'),
    answer: requiredText(given.answer, APPEAL_TEXT_MAX, 'answer'),
  })
}

/** Writes a place in the open appeals or in all of them, which have different orders. */
export const appealCursor = (id: number, openOnly: boolean): string => `${openOnly ? 'open' : 'all'}.${id}`

/** Reads the id of the appeal before a page; undefined for the first page. */
export function readAppealCursor(given: string, openOnly: boolean): number | undefined | Refused {
  if (given === '') return undefined
  const [, list, digits] = /^(open|all)\.([1-9][0-9]{0,14})$/.exec(given) ?? []
  return digits === undefined || openOnly !== (list === 'open') ? refusedField('after') : Number(digits)
}

/** Decides on an answer. `repeated`: the caller's own answer again. */
export function answering(
  { decidedById, approvedById }: Pick<DecidedState, 'decidedById' | 'approvedById'>,
  appeal: { readonly state: AppealState; readonly answer: string; readonly decidedById: number | undefined },
  { by, ...given }: AppealAnswer & { readonly by: number },
): 'answer' | 'repeated' | { readonly refused: Reason } {
  if (by === decidedById || by === approvedById) return { refused: 'NOT_ALLOWED' }
  if (appeal.state === 'open') return 'answer'
  const isSame = appeal.decidedById === by && appeal.state === given.outcome && appeal.answer === given.answer
  return isSame ? 'repeated' : { refused: 'CHANGED_MEANWHILE' }
}

/** The ban that a measure extended or replaced, as it was. */
export interface Before {
  readonly kind: 'extended' | 'replaced'
  readonly banId: number
  /** Null: permanent. */
  readonly expiresAtMs: number | null
  readonly reason: string
}

/** A measure that set, extended or replaced a ban. */
export interface BanMeasure {
  readonly banId: number
  readonly durationMs: number
  readonly decidedAtMs: number
  /** Undefined: a new ban. */
  readonly before: Before | undefined
}

interface CurrentBan {
  readonly isInForce: boolean
  readonly isLifted: boolean
  readonly expiresAtMs: number | undefined
}

/** What takes a measure back. */
export type Unwinding =
  /** End that came before. */
  | { readonly kind: 'over' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'lift' }
  | { readonly kind: 'shorten'; readonly to: Before }
  | { readonly kind: 'swap'; readonly to: Before }

/** Takes back a measure that no later decision builds on. A former end that has passed lifts the ban. */
export function unwinding(measure: BanMeasure, ban: CurrentBan | undefined, nowMs: number): Unwinding {
  const { durationMs, decidedAtMs, before } = measure
  const endMs = durationMs === 0 ? undefined : decidedAtMs + durationMs
  if (!ban || ban.isLifted || ban.expiresAtMs !== endMs) return { kind: 'changed' }
  if (!ban.isInForce) return { kind: 'over' }
  if (!before || (before.expiresAtMs !== null && before.expiresAtMs <= nowMs)) return { kind: 'lift' }
  return { kind: before.kind === 'extended' ? 'shorten' : 'swap', to: before }
}

/** The state before a later measure, once the earlier one that it builds on is taken out. */
export function inherited(earlier: BanMeasure, later: BanMeasure): Before | undefined {
  if (!earlier.before || earlier.before.kind === 'replaced' || !later.before) return earlier.before
  return { ...earlier.before, kind: later.before.kind, banId: later.before.banId }
}
