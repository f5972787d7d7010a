import { CATEGORIES, type Category, type MatchEndReason, type Mode, MODES } from '@kla/proto/web'
import type { Connection, Person } from '../../shared/rules/room.js'

/** What people consent to when they search: it never widens. */
export interface Pool {
  readonly mode: Mode
  readonly category: Category
}

/** All that there are. */
export const POOLS: readonly Pool[] = MODES.flatMap((mode) => CATEGORIES.map((category) => ({ mode, category })))

/** The pool of a mode and a category as they came; undefined: there is none. */
export const poolOf = (mode: string, category: string): Pool | undefined =>
  POOLS.find((pool) => pool.mode === mode && pool.category === category)

export const poolName = ({ mode, category }: Pool): string => `${mode}:${category}`

export const isSamePool = (one: Pool, other: Pool): boolean => poolName(one) === poolName(other)

/** One person's search: at most one per account. */
export interface Ticket {
  /** Names the search on one connection. */
  readonly id: string
  /** Rises by one with every change. */
  readonly version: number
  /** The command that began it or moved it here; empty: unnamed. */
  readonly command: string
  readonly person: Person
  readonly connection: Connection
  readonly pool: Pool
  readonly rating: number
  /** Unix milliseconds: since when it waits in this pool. */
  readonly sinceMs: number
  readonly stage: Stage
}

export type Stage =
  | { readonly kind: 'searching' }
  /** Somebody was found; both are asked. */
  | { readonly kind: 'found'; readonly match: Match; readonly accepted: boolean }
  /** Both have accepted; their seats are being reserved. */
  | { readonly kind: 'opening'; readonly match: Match; readonly sinceMs: number }
  /** Both have a seat for its grace. */
  | { readonly kind: 'ready'; readonly match: Match }
  | { readonly kind: 'ended'; readonly reason: MatchEndReason; readonly matchId: string }

/** Two people who were brought together. Each of their tickets knows it; nothing else does. */
export interface Match {
  readonly id: string
  /** Chosen with the match, so that its room is opened once whoever opens it. */
  readonly roomId: string
  readonly accountIds: readonly [number, number]
  /** Unix milliseconds by which both must have accepted. */
  readonly deadlineMs: number
}

/** The tickets that a command changed, as they are now. */
export interface Changed {
  readonly changed: readonly Ticket[]
  /** The last that a connection hears of a search that has moved to another one. It is stored nowhere. */
  readonly farewell?: Ticket
}

export const UNCHANGED: Changed = { changed: [] }

/** The match that a ticket is in and that may still come to nothing. */
export const openMatchOf = ({ stage }: Ticket): Match | undefined =>
  stage.kind === 'found' || stage.kind === 'opening' ? stage.match : undefined

/** With whom it is in such a match. */
export const partnerOf = (ticket: Ticket): number | undefined =>
  openMatchOf(ticket)?.accountIds.find((accountId) => accountId !== ticket.person.accountId)

/** Whether somebody still searches with it. */
export const isOn = ({ stage }: Ticket): boolean => stage.kind !== 'ready' && stage.kind !== 'ended'

export const toStage = (ticket: Ticket, stage: Stage): Ticket => ({ ...ticket, version: ticket.version + 1, stage })

/** The other one of a match searches on, and has not lost the time it waited. */
export const searchOn = (ticket: Ticket): Ticket => toStage(ticket, { kind: 'searching' })

/** What becomes of the other one when `own` leaves their match. Somebody who is not in it any more is left alone. */
export const partnerSearchesOn = (own: Ticket, other: Ticket | undefined): Ticket[] =>
  other && isSameMatch(own, other) ? [searchOn(other)] : []

/** Whether two are in one match that may still come to nothing. */
export function isSameMatch(one: Ticket, other: Ticket): boolean {
  const match = openMatchOf(one)
  return match !== undefined && openMatchOf(other)?.id === match.id
}

export const endTicket = (ticket: Ticket, reason: MatchEndReason): Ticket =>
  toStage(ticket, { kind: 'ended', reason, matchId: openMatchOf(ticket)?.id ?? '' })

/** What has to be kept in step with a ticket that changed. */
interface TicketEffects {
  /** Whether it can be found in its pool. */
  readonly listed: boolean
  /** `new`: it is kept from now; `same`: as long as before; `none`: nobody needs to keep it any more. */
  readonly kept: 'new' | 'same' | 'none'
  /** Nobody searches with it any more: it is only remembered. */
  readonly over: boolean
}

export const ticketEffects = (before: Ticket | undefined, after: Ticket): TicketEffects => ({
  listed: after.stage.kind === 'searching',
  kept: !isOn(after) ? 'none' : before && isOn(before) && before.id === after.id ? 'same' : 'new',
  over: !isOn(after),
})

/** When somebody has to look at a match again: `opening` is for whoever opens it, until that one counts as dead. */
export interface MatchDue {
  readonly match: Match
  readonly when: 'at its deadline' | 'opening' | 'never'
}

/** The matches that a change concerns, those that are over among them. Those of tickets that stay as they are go on. */
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
