import {
  BAN_DURATION_MAX_MS,
  BAN_SCOPES,
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
import { isSame } from '../kit/draft-store.js'
import { isBlank } from '../kit/forms.js'

/** A warning, or how long a ban lasts. */
export type MeasureChoice = 'warning' | DurationChoice

/** Fate of a ban in force, chosen for one version of one ban. */
export interface ChosenFate {
  then: ExistingBanAction
  /** Absent until chosen, and in drafts of older pages. */
  thenFor?: Pick<BanView, 'id' | 'version'> | undefined
}

/** A ban beside the first measure, as typed. */
export interface FurtherBan extends ChosenFate {
  scope: BanScope
  measure: DurationChoice | ''
  days: string
}

/** A decision as typed. Empty fields follow the proposal. */
export interface DecisionDraft extends ChosenFate {
  outcome: '' | 'acted' | 'dismissed'
  rule: DecisionRule | ''
  measure: MeasureChoice | ''
  scope: BanScope | ''
  days: string
  /** Absent without any, also in drafts of older pages. */
  further?: FurtherBan[] | undefined
  basis: DecisionBasis[]
  facts: string
  letter: string
  note: string
  /** Ids of the reports that were read when writing began. Absent while empty, and in drafts of older pages. */
  reports?: number[] | undefined
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

/** The changed draft with the reports that it was begun for, or the empty one. */
export function begunFor(draft: DecisionDraft, read: readonly number[]): DecisionDraft {
  const { reports = [...read], ...written } = draft
  return isSame(written, EMPTY_DECISION) ? EMPTY_DECISION : { ...written, reports }
}

/** True if some of the reports were not among those that the draft was begun for. */
export const isForEarlier = ({ reports }: DecisionDraft, read: readonly number[]): boolean =>
  reports !== undefined && read.some((id) => !reports.includes(id))

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

/** One measure of the form: the first, or a further ban. */
export type MeasureDraft = Pick<Chosen, 'measure' | 'scope' | 'days' | 'then' | 'thenFor'>

/** All measures of the form, the first one first. */
export const measuresIn = (chosen: Chosen): readonly MeasureDraft[] => [chosen, ...(chosen.further ?? [])]

/** Length of the ban in milliseconds, null for permanent, undefined for a warning or while unknown. */
export const banLengthOf = ({ measure, days }: Pick<Chosen, 'measure' | 'days'>): number | null | undefined =>
  measure === '' || measure === 'warning' ? undefined : durationOf({ duration: measure, days })

/** Ban in force that the chosen ban would meet. */
export const banMet = (chosen: Pick<Chosen, 'measure' | 'scope'>, bans: readonly BanView[]): BanView | null =>
  chosen.measure === '' || chosen.measure === 'warning'
    ? null
    : (bans.find(({ scope }) => scope === chosen.scope) ?? null)

/** Fate chosen for this ban; empty if it was chosen for another ban or version. */
export const fateOf = ({ then, thenFor }: ChosenFate, met: BanView | null): ExistingBanAction =>
  met && thenFor?.id === met.id && thenFor.version === met.version ? then : ''

export const chooseFate = ({ id, version }: BanView, then: ExistingBanAction): ChosenFate => ({
  then,
  thenFor: { id, version },
})

/** Places where no measure of the form bans yet, narrower ones first. */
export function freeScopes(chosen: Chosen): readonly BanScope[] {
  const taken = measuresIn(chosen).flatMap(({ measure, scope }, place) =>
    place === 0 && (measure === '' || measure === 'warning') ? [] : [scope],
  )
  return NARROW_FIRST.filter((scope) => !taken.includes(scope))
}
// The first covers all others.
const NARROW_FIRST: readonly BanScope[] = [...BAN_SCOPES.slice(1), BAN_SCOPES[0]]

/** What keeps a further ban from being sent, by field. */
export type FurtherErrors = Partial<Record<'scope' | 'measure' | 'days' | 'then', string>>

/** What keeps a decision from being sent, by field. */
export type DecisionErrors = Partial<
  Record<'outcome' | 'rule' | 'measure' | 'days' | 'then' | 'basis' | 'facts', string>
> & {
  /** Errors by place; absent if all are sound. */
  further?: readonly FurtherErrors[]
}

const daysError = (chosen: Pick<Chosen, 'measure' | 'days'>): string | undefined => {
  if (chosen.measure === '' || chosen.measure === 'warning') return undefined
  const lengthMs = banLengthOf(chosen)
  if (lengthMs === undefined) return 'Enter a number of days above 0.'
  if ((lengthMs ?? 0) <= BAN_DURATION_MAX_MS) return undefined
  return `At most ${BAN_DURATION_MAX_MS / DAY_MS} days. Longer than that is permanent.`
}

const fateError = (chosen: ChosenFate, met: BanView | null, instead: string): string | undefined => {
  const then = fateOf(chosen, met)
  if (met && then === '') return 'Choose what happens to the ban in force.'
  return met && then === 'leave' ? `Leaving the ban as it is takes no measure. ${instead}` : undefined
}

export function decisionErrors(chosen: Chosen, bans: readonly BanView[]): DecisionErrors {
  if (chosen.outcome === '') return { outcome: 'Choose Act or Dismiss first.' }
  if (chosen.outcome === 'dismissed') return {}
  const errors: DecisionErrors = {}
  if (chosen.rule === '') errors.rule = 'Choose the rule.'
  if (chosen.measure === '') errors.measure = 'Choose what follows.'
  const days = daysError(chosen)
  if (days) errors.days = days
  const then = fateError(chosen, banMet(chosen, bans), 'Choose a warning above, or dismiss.')
  if (then) errors.then = then
  const further = (chosen.further ?? []).map((_, place) => furtherErrors(chosen, place, bans))
  if (further.some((each) => Object.keys(each).length > 0)) errors.further = further
  if (chosen.basis.length === 0) errors.basis = 'Choose what shows it.'
  if (isBlank(chosen.facts)) errors.facts = 'Say what happened. The player reads it.'
  return errors
}

function furtherErrors(chosen: Chosen, place: number, bans: readonly BanView[]): FurtherErrors {
  const ban = chosen.further?.[place]
  if (!ban) return {}
  const earlier = measuresIn(chosen).slice(0, place + 1)
  const isTwice = earlier.some(({ measure, scope }) => measure !== '' && measure !== 'warning' && scope === ban.scope)
  const days = daysError(ban)
  const then = fateError(ban, banMet(ban, bans), 'Remove it here.')
  return {
    ...(isTwice && { scope: 'Another measure already bans here.' }),
    ...(ban.measure === '' && { measure: 'Choose how long it lasts.' }),
    ...(days && { days }),
    ...(then && { then }),
  }
}

/** True if the decision needs a second person: permanent, on stills alone. */
export const needsSecondPerson = (chosen: Chosen): boolean =>
  chosen.outcome === 'acted' &&
  measuresIn(chosen).some((measure) => banLengthOf(measure) === null) &&
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
export function contentOf(
  chosen: Chosen,
  bans: readonly BanView[],
  { job, versions }: Omit<OrderPlace, 'claim'>,
): Content {
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
    measures: measuresIn(chosen).map((measure) => measureOf(measure, banMet(measure, bans))),
  }
}

type MeasureOrder = NonNullable<DecisionOrder['measures']>[number]

/** The measure that was chosen. */
export function measureOf(chosen: MeasureDraft, met: BanView | null): MeasureOrder {
  if (chosen.measure === 'warning' || chosen.measure === '') return { kind: 'warning' }
  const then = fateOf(chosen, met)
  return {
    kind: chosen.scope,
    durationMs: banLengthOf(chosen) ?? null,
    expected: met && (then === 'extend' || then === 'replace') ? { id: met.id, version: met.version, then } : null,
  }
}
