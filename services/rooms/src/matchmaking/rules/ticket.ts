import { CATEGORIES, type Category, type MatchEndReason, type Mode, MODES } from '@kla/proto/web'
import { type Connection, type Person, poolName } from '../../shared/rules/room.js'

/** Mode and category that opponents must share. */
export interface Pool {
  readonly mode: Mode
  readonly category: Category
}

export const POOLS: readonly Pool[] = MODES.flatMap((mode) => CATEGORIES.map((category) => ({ mode, category })))

export const poolOf = (mode: string, category: string): Pool | undefined =>
  POOLS.find((pool) => pool.mode === mode && pool.category === category)

export const isSamePool = (one: Pool, other: Pool): boolean => poolName(one) === poolName(other)

/** Stored state of one search. */
export interface Ticket {
  readonly id: string
  readonly version: number
  readonly command: string
  readonly person: Person
  readonly connection: Connection
  readonly pool: Pool
  readonly rating: number
  readonly sinceMs: number
  readonly stage: Stage
}

/** Stage of a search, with its match. */
export type Stage =
  | { readonly kind: 'searching' }
  | { readonly kind: 'found'; readonly match: Match; readonly accepted: boolean }
  | { readonly kind: 'opening'; readonly match: Match; readonly sinceMs: number }
  | { readonly kind: 'ready'; readonly match: Match }
  | { readonly kind: 'ended'; readonly reason: MatchEndReason; readonly matchId: string }

/** Proposed or accepted match, stored only in its two tickets. */
export interface Match {
  readonly id: string
  /** Chosen early, so that opening is idempotent. */
  readonly roomId: string
  readonly accountIds: readonly [number, number]
  readonly deadlineMs: number
}

/** Tickets that a command changed. */
export interface Changed {
  readonly changed: readonly Ticket[]
  /** State for a former connection; not stored. */
  readonly lastState?: Ticket
}

export const UNCHANGED: Changed = { changed: [] }

export const openMatchOf = ({ stage }: Ticket): Match | undefined =>
  stage.kind === 'found' || stage.kind === 'opening' ? stage.match : undefined

export const partnerOf = (ticket: Ticket): number | undefined =>
  openMatchOf(ticket)?.accountIds.find((accountId) => accountId !== ticket.person.accountId)

export const isActive = ({ stage }: Ticket): boolean => stage.kind !== 'ready' && stage.kind !== 'ended'

export const toStage = (ticket: Ticket, stage: Stage): Ticket => ({ ...ticket, version: ticket.version + 1, stage })

/** Keeps the start of the wait. */
export const searchAgain = (ticket: Ticket): Ticket => toStage(ticket, { kind: 'searching' })

/** Leaves a partner in another match unchanged. */
export const partnerSearchesAgain = (own: Ticket, other: Ticket | undefined): Ticket[] =>
  other && isSameMatch(own, other) ? [searchAgain(other)] : []

export function isSameMatch(one: Ticket, other: Ticket): boolean {
  const match = openMatchOf(one)
  return match !== undefined && openMatchOf(other)?.id === match.id
}

export const endTicket = (ticket: Ticket, reason: MatchEndReason): Ticket =>
  toStage(ticket, { kind: 'ended', reason, matchId: openMatchOf(ticket)?.id ?? '' })

interface TicketEffects {
  readonly listed: boolean
  /** `new` starts keeping, `same` continues. */
  readonly kept: 'new' | 'same' | 'none'
  readonly over: boolean
}

export const ticketEffects = (before: Ticket | undefined, after: Ticket): TicketEffects => ({
  listed: after.stage.kind === 'searching',
  kept: !isActive(after) ? 'none' : before && isActive(before) && before.id === after.id ? 'same' : 'new',
  over: !isActive(after),
})

/** Due time of a match; `opening` covers a pod's death. */
export interface MatchDue {
  readonly match: Match
  readonly when: 'at its deadline' | 'opening' | 'never'
}

/** Matches that this change begins, advances or ends. */
export function matchesDue(before: readonly (Ticket | undefined)[], after: readonly Ticket[]): MatchDue[] {
  const due = new Map<string, MatchDue>()
  const changing = new Set(after.map(({ person }) => person.accountId))
  for (const ticket of before) {
    const match = ticket && openMatchOf(ticket)
    if (match && changing.has(ticket.person.accountId)) due.set(match.id, { match, when: 'never' })
  }
  for (const { stage } of after) {
    if (stage.kind === 'found') due.set(stage.match.id, { match: stage.match, when: 'at its deadline' })
    if (stage.kind === 'opening') due.set(stage.match.id, { match: stage.match, when: 'opening' })
  }
  return [...due.values()]
}
