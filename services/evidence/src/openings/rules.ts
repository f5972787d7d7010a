import { type Refused } from '@kla/chassis'
import {
  APPROVAL_REASON_MAX, APPROVAL_REFUSALS, EVIDENCE_OPEN_MS,
  type Independence, type MinorEvidence, secondPersonRefusal, visibleText,
} from '@kla/proto/web'
import { contentOf, type ReportState } from '../shared/rules.js'

/** Leave of two people to see the stills of a report, or one's request for it. */
export interface Opening {
  readonly id: string
  readonly reportId: number
  readonly reason: string
  readonly askedById: number
  readonly askedBy: string
  /** Of the requester, at the time of the request. */
  readonly askedMakers: readonly number[]
  readonly askedControllers: readonly number[]
  /** Unix milliseconds, like all times here. */
  readonly askedAtMs: number
  /** Undefined while it waits. */
  readonly approvedById: number | undefined
  readonly approvedBy: string
  readonly untilMs: number
}

export interface Person {
  readonly id: number
  readonly name: string
  readonly independence: Independence
}

/** How long a request waits for a second person. */
const WAITING_MS = 86_400_000

/** 1 to APPROVAL_REASON_MAX characters. */
export function readReason(given: string): string | Refused {
  const reason = visibleText(given)
  const sound = reason !== '' && reason.length <= APPROVAL_REASON_MAX
  return sound ? reason : { refused: 'INVALID_FIELD' }
}

export const newOpening = (id: string, reportId: number, reason: string, by: Person, nowMs: number): Opening => ({
  ...{ id, reportId, reason, askedById: by.id, askedBy: by.name, askedAtMs: nowMs },
  ...{ askedMakers: by.independence.makers, askedControllers: by.independence.controllers },
  ...{ approvedById: undefined, approvedBy: '', untilMs: nowMs + WAITING_MS },
})

export const isOver = ({ untilMs }: Opening, nowMs: number): boolean => untilMs <= nowMs

/** Undefined: it is approved already. */
export function approve(opening: Opening, by: Person, nowMs: number): Opening | Refused | undefined {
  if (opening.askedById === by.id) return { refused: 'NOT_ALLOWED' }
  if (opening.approvedById !== undefined) return undefined
  const independence = { makers: opening.askedMakers, controllers: opening.askedControllers }
  const refusal = secondPersonRefusal({ id: opening.askedById, independence }, by, nowMs)
  if (refusal) return { refused: APPROVAL_REFUSALS[refusal] }
  return { ...opening, approvedById: by.id, approvedBy: by.name, untilMs: nowMs + EVIDENCE_OPEN_MS }
}

/** Both of its people, once it is approved. */
export const opensFor = ({ askedById, approvedById }: Opening, id: number): boolean =>
  approvedById !== undefined && (askedById === id || approvedById === id)

/** Whether there is anything of the report for this administrator. */
export const isVisible = (state: ReportState, see: { readonly grave: boolean }, nowMs: number): boolean =>
  !state.hidden && (see.grave || !state.grave) && (state.held || state.expiresAtMs > nowMs)

/** The report may have become one of which no stills are shown. */
export const showsStills = ({ category }: ReportState, ofMinors: MinorEvidence): boolean =>
  contentOf(category, ofMinors) === 'stills'
