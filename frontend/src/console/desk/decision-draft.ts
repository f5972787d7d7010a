import {
  BAN_DURATION_MAX_MS,
  type BanScope,
  type BanView,
  type DecisionBasis,
  type DecisionOrder,
  type DecisionPreviewView,
  type DecisionRule,
  type ReportCategory,
  visibleText,
} from '@kla/proto/web'
import type { ExistingBanAction } from '../entities/banned-person.js'
import { DURATION_CHOICES, type DurationChoice, durationOf } from '../entities/bans.js'
import { isBlank } from '../kit/forms.js'

/** A warning, or how long a ban lasts. */
export type MeasureChoice = 'warning' | DurationChoice

/** A decision as typed. Empty fields follow the proposal. */
export interface DecisionDraft {
  outcome: '' | 'acted' | 'dismissed'
  rule: DecisionRule | ''
  measure: MeasureChoice | ''
  scope: BanScope | ''
  days: string
  then: ExistingBanAction
  basis: DecisionBasis[]
  facts: string
  letter: string
  note: string
  /** Id of the last attempt and its content: a repeat decides once. */
  attempt: { id: string; content: string }
}

export const EMPTY_DECISION: DecisionDraft = {
  outcome: '',
  rule: '',
  measure: '',
  scope: '',
  days: '',
  then: '',
  basis: [],
  facts: '',
  letter: '',
  note: '',
  attempt: { id: '', content: '' },
}

/** Rule that reports of a category are mostly about; self-harm breaks none. */
const RULES: Readonly<Partial<Record<ReportCategory, DecisionRule>>> = {
  possible_minor: 'minors',
  illegal_content: 'illegal_content',
  non_consensual: 'consent',
  recorded_me: 'recording',
  threat: 'threats',
  harassment: 'harassment',
  abuse: 'harassment',
  cheating: 'cheating',
  name: 'name',
  spam: 'spam',
}

/** What the form proposes before the moderator chooses. */
export interface Proposal {
  rule: DecisionRule | ''
  measure: MeasureChoice | ''
  scope: BanScope
  days: string
}

export const proposedRule = (category: ReportCategory): DecisionRule | '' => RULES[category] ?? ''

const DAY_MS = 86_400_000

/** Turns the first suggested measure into choices of the form. */
export function proposedMeasure(suggested: DecisionPreviewView['suggested'], mayBan: boolean): Omit<Proposal, 'rule'> {
  const [first] = suggested
  const none = { measure: '', scope: 'global', days: '' } as const
  if (!first) return none
  if (first.kind === 'warning') return { ...none, measure: 'warning' }
  if (!mayBan) return none
  const { kind: scope, duration_ms } = first
  const choice = DURATION_CHOICES.find(
    (each) => each !== 'custom' && durationOf({ duration: each, days: '' }) === duration_ms,
  )
  if (choice) return { measure: choice, scope, days: '' }
  return { measure: 'custom', scope, days: String((duration_ms ?? 0) / DAY_MS) }
}

/** The draft with the proposal where nothing was chosen. */
export type Chosen = Omit<DecisionDraft, 'scope'> & { scope: BanScope }

export const withProposal = (draft: DecisionDraft, proposal: Proposal): Chosen => ({
  ...draft,
  rule: draft.rule || proposal.rule,
  measure: draft.measure || proposal.measure,
  scope: draft.scope || proposal.scope,
  days: draft.measure === '' ? proposal.days : draft.days,
})

/** Length of the ban in milliseconds, null for permanent, undefined for a warning or while unknown. */
export const banLengthOf = ({ measure, days }: Pick<Chosen, 'measure' | 'days'>): number | null | undefined =>
  measure === '' || measure === 'warning' ? undefined : durationOf({ duration: measure, days })

/** Ban in force that the chosen ban would meet. */
export const banMet = (chosen: Pick<Chosen, 'measure' | 'scope'>, bans: readonly BanView[]): BanView | null =>
  chosen.measure === '' || chosen.measure === 'warning'
    ? null
    : (bans.find(({ scope }) => scope === chosen.scope) ?? null)

/** What keeps a decision from being sent, by field. */
export type DecisionErrors = Partial<
  Record<'outcome' | 'rule' | 'measure' | 'days' | 'then' | 'basis' | 'facts', string>
>

export function decisionErrors(chosen: Chosen, met: BanView | null): DecisionErrors {
  if (chosen.outcome === '') return { outcome: 'Choose Act or Dismiss first.' }
  if (chosen.outcome === 'dismissed') return {}
  const errors: DecisionErrors = {}
  const lengthMs = banLengthOf(chosen)
  if (chosen.rule === '') errors.rule = 'Choose the rule.'
  if (chosen.measure === '') errors.measure = 'Choose what follows.'
  else if (chosen.measure !== 'warning' && lengthMs === undefined) errors.days = 'Enter a number of days above 0.'
  if ((lengthMs ?? 0) > BAN_DURATION_MAX_MS) {
    errors.days = `At most ${BAN_DURATION_MAX_MS / DAY_MS} days. Longer than that is permanent.`
  }
  if (met && chosen.then === '') errors.then = 'Choose what happens to the ban in force.'
  if (met && chosen.then === 'leave') {
    errors.then = 'Leaving the ban as it is takes no measure. Choose a warning above, or dismiss.'
  }
  if (chosen.basis.length === 0) errors.basis = 'Choose what shows it.'
  if (isBlank(chosen.facts)) errors.facts = 'Say what happened. The player reads it.'
  return errors
}

/** True if the decision needs a second person: permanent, on stills alone. */
export const needsSecondPerson = (chosen: Chosen): boolean =>
  chosen.outcome === 'acted' &&
  banLengthOf(chosen) === null &&
  chosen.basis.length === 1 &&
  chosen.basis[0] === 'stills'

/** Where a decision goes: its job, the claim on it and the versions of the reports that were read. */
export interface OrderPlace {
  job: number
  claim: string
  versions: Readonly<Record<string, number>>
}

type Content = Omit<DecisionOrder, 'id' | 'claim'>

/** What the order says, without the id and claim that a repeat may change. */
export function contentOf(chosen: Chosen, met: BanView | null, { job, versions }: Omit<OrderPlace, 'claim'>): Content {
  const note = visibleText(chosen.note)
  const letter = visibleText(chosen.letter)
  const common = { job, versions: { ...versions }, ...(note && { note }), ...(letter && { letter }) }
  if (chosen.outcome !== 'acted') return { ...common, outcome: 'dismissed' }
  return {
    ...common,
    outcome: 'acted',
    ...(chosen.rule && { rule: chosen.rule }),
    facts: visibleText(chosen.facts),
    basis: [...chosen.basis],
    measures: [measureOf(chosen, met)],
  }
}

type MeasureOrder = NonNullable<DecisionOrder['measures']>[number]

/** The measure that was chosen. */
export function measureOf(chosen: Chosen, met: BanView | null): MeasureOrder {
  if (chosen.measure === 'warning' || chosen.measure === '') return { kind: 'warning' }
  const then = chosen.then === 'extend' || chosen.then === 'replace' ? chosen.then : undefined
  return {
    kind: chosen.scope,
    durationMs: banLengthOf(chosen) ?? null,
    expected: met && then ? { id: met.id, version: met.version, then } : null,
  }
}
