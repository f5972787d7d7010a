import { type OpinionListView, type OpinionOrder, visibleText } from '@kla/proto/web'
import { isBlank } from '../kit/forms.js'
import { type Chosen, type DecisionDraft, decisionErrors, EMPTY_DECISION, measureOf } from './decision-draft.js'

/** A second opinion as its author typed it. */
export type OpinionDraft = Pick<DecisionDraft, 'outcome' | 'rule' | 'measure' | 'scope' | 'days'> & { reason: string }

export const EMPTY_OPINION: OpinionDraft = {
  outcome: '',
  rule: '',
  measure: '',
  scope: '',
  days: '',
  reason: '',
}

/** What was chosen, in the form of a decision that rests on something. */
export const chosenOf = ({ reason, scope, ...draft }: OpinionDraft): Chosen => ({
  ...EMPTY_DECISION,
  ...draft,
  scope: scope || 'global',
  basis: ['reports'],
  facts: reason,
})

/** What keeps an opinion from being sent, by field. */
export type OpinionErrors = Partial<Record<'outcome' | 'rule' | 'measure' | 'days' | 'reason', string>>

export function opinionErrors(draft: OpinionDraft): OpinionErrors {
  if (draft.outcome === '') return { outcome: 'Choose Breach or No breach first.' }
  const { rule, measure, days } = decisionErrors(chosenOf(draft), [])
  return {
    ...(rule && { rule }),
    ...(measure && { measure }),
    ...(days && { days }),
    ...(isBlank(draft.reason) && { reason: 'A reason is required.' }),
  }
}

export function opinionOrder(draft: OpinionDraft): OpinionOrder {
  const reason = visibleText(draft.reason)
  if (draft.outcome !== 'acted') return { outcome: 'dismissed', reason }
  const { kind, durationMs = null } = measureOf(chosenOf(draft), null)
  return { outcome: 'acted', ...(draft.rule && { rule: draft.rule }), measures: [{ kind, durationMs }], reason }
}

/** Agreement of the last 90 days; null: none was given. */
export const agreementWords = ({ given, agreed }: Pick<OpinionListView, 'given' | 'agreed'>): string | null =>
  given === 0 ? null : `Second opinions: ${agreed} of ${given} agree.`
