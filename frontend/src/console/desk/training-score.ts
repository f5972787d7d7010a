import { BAN_DURATIONS, type DecisionView, type SuggestedMeasure } from '@kla/proto/web'
import type { TrainingCase } from './training-cases.js'

/** What a decision has in common with the known answer. Null: the answer has no such part. */
export interface Agreement {
  readonly breach: boolean
  readonly rule: boolean | null
  readonly step: boolean | null
}

type Answer = TrainingCase['answer']

const DAY_MS = 86_400_000

/** Measure that a known answer calls for. */
export function measureOfAnswer({ step }: NonNullable<Answer['breach']>): SuggestedMeasure {
  if (step === 'warning') return { kind: 'warning', durationMs: null }
  return { kind: 'global', durationMs: step === 'custom' ? DAY_MS : BAN_DURATIONS[step] }
}

/** Compares a decision with the known answer: breach, rule, and exactly the one measure of the ladder. */
export function agreementOf(
  { breach }: Answer,
  { outcome, rule, measures }: Pick<DecisionView, 'outcome' | 'rule' | 'measures'>,
): Agreement {
  const found = outcome === 'acted'
  if (!breach) return { breach: !found, rule: null, step: null }
  if (!found) return { breach: false, rule: false, step: false }
  const { kind, durationMs } = measureOfAnswer(breach)
  const [first] = measures
  const isStep = measures.length === 1 && first?.kind === kind && first.duration_ms === durationMs
  return { breach: true, rule: rule === breach.rule, step: isStep }
}

export const isFullAgreement = ({ breach, rule, step }: Agreement): boolean =>
  breach && rule !== false && step !== false
