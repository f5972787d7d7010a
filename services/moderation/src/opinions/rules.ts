import type { Refused } from '@kla/chassis'
import {
  DECISION_OUTCOMES,
  DECISION_RULES,
  DECISION_TEXT_MAX,
  type DecisionOutcome,
  type DecisionRule,
  type Independence,
  type MeasureKind,
  refusedField,
  secondPersonRefusal,
} from '@kla/proto/web'
import type { Report } from '../reports/index.js'
import { choice, isId, requiredText, soundFields } from '../shared/rules.js'

/** Shares are counted in hundredths of a percent. */
const PARTS = 10_000
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** True if a decision gets a second opinion. Depends on its id alone, and on no clock or kind of decision. */
export function isPicked(decisionId: string, percent: number): boolean {
  let hash = FNV_OFFSET
  for (const letter of decisionId) hash = Math.imul(hash ^ letter.charCodeAt(0), FNV_PRIME) >>> 0
  // The low bits of FNV depend on the last letters only.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0
  return ((hash ^ (hash >>> 16)) >>> 0) % PARTS < percent * (PARTS / 100)
}

/** The administrators behind a decision. */
export interface FirstJudge {
  readonly decidedById: number
  readonly approvedById: number | undefined
  readonly independence: Independence
}

/** True if an administrator is a second person beside those who decided. */
export function mayGive(
  { decidedById, approvedById, independence }: FirstJudge,
  by: { readonly id: number; readonly independence: Independence },
  nowMs: number,
): boolean {
  if (by.id === decidedById || by.id === approvedById) return false
  return secondPersonRefusal({ id: decidedById, independence }, by, nowMs) === undefined
}

/** True if an administrator may compare a given opinion with its decision. */
export const mayCompare = (
  { decidedById, givenById }: { readonly decidedById: number; readonly givenById: number },
  by: { readonly id: number; readonly isOwner: boolean },
): boolean => by.isOwner || by.id === decidedById || by.id === givenById

/** A measure; 0: permanent, or a warning. */
export interface JudgedMeasure {
  readonly kind: MeasureKind
  readonly durationMs: number
}

/** What someone thinks of the reports of a job. */
export interface Judgement {
  readonly outcome: DecisionOutcome
  readonly measures: readonly JudgedMeasure[]
}

/** Strongest first. */
const STRENGTH: readonly MeasureKind[] = ['global', 'rooms', 'chat', 'api', 'warning']

/** The strongest measure and whether it ends, such as "chat for a time"; empty: no breach. */
function gistOf({ outcome, measures }: Judgement): string {
  if (outcome === 'dismissed') return ''
  const strongest = STRENGTH.find((kind) => measures.some((measure) => measure.kind === kind))
  const { kind, durationMs } = measures.find((measure) => measure.kind === strongest) ?? { kind: '', durationMs: 0 }
  if (kind === 'warning') return kind
  return `${kind} ${durationMs === 0 ? 'permanent' : 'for a time'}`
}

/** True if both judgements say breach or both none, with the same strongest measure and kind of duration. */
export const agree = (one: Judgement, other: Judgement): boolean => gistOf(one) === gistOf(other)

/** A validated opinion. */
export interface OpinionOrder extends Judgement {
  readonly id: number
  /** Empty without a breach. */
  readonly rule: DecisionRule | ''
  readonly reason: string
}

export function readOpinion(
  given: Omit<OpinionOrder, 'outcome' | 'rule'> & { readonly outcome: string; readonly rule: string },
): OpinionOrder | Refused {
  const { id, rule, measures } = given
  const isBreach = given.outcome === 'acted'
  return soundFields({
    id: isId(id) ? id : refusedField('id'),
    outcome: choice(DECISION_OUTCOMES, given.outcome, 'outcome'),
    rule: isBreach ? choice(DECISION_RULES, rule, 'rule') : choice([''], rule, 'rule'),
    measures: measures.length > 0 === isBreach ? measures : refusedField('measures'),
    reason: requiredText(given.reason, DECISION_TEXT_MAX, 'reason'),
  })
}

/** Opinion as given. Times in Unix milliseconds. */
export interface GivenOpinion extends Judgement {
  readonly rule: DecisionRule | ''
  readonly reason: string
  readonly byId: number
  readonly by: string
  readonly atMs: number
  readonly agrees: boolean
}

/** True if an opinion is the one that was given, sent again by the same administrator. */
export const isOpinionRepeat = (given: GivenOpinion, order: OpinionOrder, byId: number): boolean =>
  given.byId === byId &&
  given.outcome === order.outcome &&
  given.rule === order.rule &&
  given.reason === order.reason &&
  textOf(given.measures) === textOf(order.measures)

const textOf = (measures: readonly JudgedMeasure[]): string =>
  measures
    .map(({ kind, durationMs }) => `${kind}:${durationMs}`)
    .sort()
    .join(' ')

/** A report as it was before its decision, without anything that shows what was decided or by whom. */
export function beforeDecision(report: Report, decidedAtMs: number): Report {
  const thread = report.thread.filter(({ atMs }) => atMs < decidedAtMs)
  return {
    ...report,
    status: 'pending',
    thread,
    notes: thread.at(-1)?.text ?? '',
    reviewedAtMs: undefined,
    reviewedBy: '',
    version: 1,
    changedAtMs: undefined,
    changedById: 0,
    changedBy: '',
  }
}
