import { type Refused } from '@kla/chassis'
import {
  APPROVAL_REASON_MAX,
  APPROVAL_REFUSALS,
  EVIDENCE_OPEN_MS,
  type Independence,
  JOB_CLOCKS_MS,
  type MinorEvidence,
  refusedField,
  type ReportCategory,
  secondPersonRefusal,
  visibleText,
} from '@kla/proto/web'
import { contentOf, type ReportState } from '../shared/rules.js'

/** Request of an administrator to see stills, approved or not. */
export interface Opening {
  readonly id: string
  readonly reportId: number
  readonly reason: string
  readonly askedById: number
  readonly askedBy: string
  readonly askedMakers: readonly number[]
  readonly askedControllers: readonly number[]
  readonly askedAtMs: number
  readonly approvedById: number | undefined
  readonly approvedBy: string
  readonly untilMs: number
}

/** Administrator, and who could act as them. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly independence: Independence
}

/** Least time for a second person. Ours. */
const WAITING_MIN_MS = 15 * 60_000
/** Longest clock of a job, for categories of newer versions. */
const CLOCK_MAX_MS = Math.max(...Object.values(JOB_CLOCKS_MS))

/** Returns when a request asked now ends: with the clock of its report's job. Safety design W7, corrected. */
export function waitingUntil(category: string, nowMs: number, clocksMs: Clocks = JOB_CLOCKS_MS): number {
  return nowMs + Math.max(WAITING_MIN_MS, clocksMs[category as ReportCategory] ?? CLOCK_MAX_MS)
}

type Clocks = Readonly<Partial<Record<ReportCategory, number>>>

export function readReason(given: string): string | Refused {
  const reason = visibleText(given)
  const sound = reason !== '' && [...reason].length <= APPROVAL_REASON_MAX
  return sound ? reason : refusedField('reason')
}

/** Creates a request that waits for a second person. */
export const newOpening = (
  id: string,
  { reportId, category }: Pick<ReportState, 'reportId' | 'category'>,
  reason: string,
  by: Person,
  nowMs: number,
): Opening => ({
  id,
  reportId,
  reason,
  askedById: by.id,
  askedBy: by.name,
  askedAtMs: nowMs,
  askedMakers: by.independence.makers,
  askedControllers: by.independence.controllers,
  approvedById: undefined,
  approvedBy: '',
  untilMs: waitingUntil(category, nowMs),
})

export const isOver = ({ untilMs }: Opening, nowMs: number): boolean => untilMs <= nowMs

/** Approves an opening; undefined if already approved. */
export function approve(opening: Opening, by: Person, nowMs: number): Opening | Refused | undefined {
  if (opening.askedById === by.id) return { refused: 'NOT_ALLOWED' }
  if (opening.approvedById !== undefined) return undefined
  const refusal = refusalOf(opening, by, nowMs)
  if (refusal) return { refused: APPROVAL_REFUSALS[refusal] }
  return { ...opening, approvedById: by.id, approvedBy: by.name, untilMs: nowMs + EVIDENCE_OPEN_MS }
}

/** True if this administrator can approve the opening now. */
export const canApprove = (opening: Opening, by: Omit<Person, 'name'>, nowMs: number): boolean =>
  opening.askedById !== by.id && opening.approvedById === undefined && refusalOf(opening, by, nowMs) === undefined

/** True for a waiting request that gets this administrator to the stills without another one. */
export const servesAs = (opening: Opening, by: Omit<Person, 'name'>, nowMs: number): boolean =>
  opening.approvedById === undefined && (opening.askedById === by.id || canApprove(opening, by, nowMs))

const refusalOf = (opening: Opening, by: Omit<Person, 'name'>, nowMs: number) => {
  const independence = { makers: opening.askedMakers, controllers: opening.askedControllers }
  return secondPersonRefusal({ id: opening.askedById, independence }, by, nowMs)
}

export const opensFor = ({ askedById, approvedById }: Opening, id: number): boolean =>
  approvedById !== undefined && (askedById === id || approvedById === id)

/** What an administrator may see. */
export interface Visibility {
  readonly grave: boolean
  /** Player account declared as their own: reports about it are invisible. Safety design W7. */
  readonly ownAccount: number | undefined
}

export const isVisible = (state: ReportState, see: Visibility, nowMs: number): boolean =>
  !state.hidden &&
  (see.grave || !state.grave) &&
  (see.ownAccount === undefined || see.ownAccount !== state.reportedId) &&
  (state.held || state.expiresAtMs > nowMs)

export const showsStills = ({ category }: ReportState, ofMinors: MinorEvidence): boolean =>
  contentOf(category, ofMinors) === 'stills'
