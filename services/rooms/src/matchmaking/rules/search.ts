import { MATCH_LAPSES_MAX, MATCH_WAIT_MAX_MS, MATCH_WAIT_MS, type MatchEndReason } from '@kla/proto/web'
import { type Refused, refuse } from '../../shared/rules/input.js'
import type { Connection, Person } from '../../shared/rules/room.js'
import {
  type Changed, endTicket, isOn, isSameMatch, isSamePool, type Match, partnerSearchesOn, type Pool, searchOn, type Ticket,
  toStage, UNCHANGED,
} from './ticket.js'

/** A search as it is wanted now. */
export interface Wanted {
  /** The id to use where a new one is needed. */
  readonly ticketId: string
  readonly command: string
  readonly person: Person
  readonly connection: Connection
  readonly pool: Pool
  readonly rating: number
}

/**
 * Begins a search, or moves the one that is on to another connection or pool. In the same pool it keeps its waiting
 * time and its match; `other` is the other one of that match. Seats that are being reserved for it are not given up.
 * Whoever has to wait (`waits`) keeps the search that is on, and begins no other one.
 */
export function findMatch(
  own: Ticket | undefined,
  other: Ticket | undefined,
  wanted: Wanted,
  { nowMs, waits }: { readonly nowMs: number; readonly waits: boolean },
): Changed | Refused {
  if (own && wanted.command !== '' && own.command === wanted.command) return UNCHANGED
  const { ticketId, ...fields } = wanted
  if (!own || !isOn(own)) {
    if (waits) return refuse('RATE_LIMITED')
    const version = (own?.version ?? 0) + 1
    return { changed: [{ ...fields, id: ticketId, version, sinceMs: nowMs, stage: { kind: 'searching' } }] }
  }
  const here = own.connection.socketId === wanted.connection.socketId
  const keeps = isSamePool(own.pool, wanted.pool) || own.stage.kind === 'opening'
  if (here && keeps) return UNCHANGED
  if (waits && !keeps) return refuse('RATE_LIMITED')
  const moved: Ticket = { ...own, ...fields, id: here ? own.id : ticketId, version: own.version + 1 }
  const farewell = here ? {} : { farewell: endTicket(own, 'gone') }
  if (keeps) return { changed: [{ ...moved, pool: own.pool }], ...farewell }
  return {
    changed: [
      { ...moved, sinceMs: nowMs, stage: { kind: 'searching' } },
      ...partnerSearchesOn(own, other),
    ],
    ...farewell,
  }
}

/**
 * Ends a search; `other`, the other one of its match, searches on. Seats that are being reserved are not given up any
 * more: who does not take theirs up loses it by its grace.
 */
export function endSearch(own: Ticket | undefined, other: Ticket | undefined, reason: MatchEndReason): Changed {
  switch (own?.stage.kind) {
    case 'searching':
      return { changed: [endTicket(own, reason)] }
    case 'found':
      return { changed: [endTicket(own, reason), ...partnerSearchesOn(own, other)] }
    default:
      return UNCHANGED
  }
}

/** Brings two people together who are still searching for the same. */
export function proposeMatch(one: Ticket | undefined, other: Ticket | undefined, match: Match): Changed {
  if (one?.stage.kind !== 'searching' || other?.stage.kind !== 'searching') return UNCHANGED
  if (!isSamePool(one.pool, other.pool)) return UNCHANGED
  return { changed: [one, other].map((ticket) => toStage(ticket, { kind: 'found', match, accepted: false })) }
}

export interface Answer {
  readonly matchId: string
  readonly accept: boolean
}

/** Accepts or declines; a repeat changes nothing. When both have accepted, their seats are to be reserved. */
export function answerMatch(
  own: Ticket | undefined,
  other: Ticket | undefined,
  { matchId, accept }: Answer,
  nowMs: number,
): Changed | Refused {
  switch (own?.stage.kind) {
    case 'found': {
      const { match, accepted } = own.stage
      if (match.id !== matchId || match.deadlineMs <= nowMs) return refuse('MATCH_GONE')
      if (!accept) return endSearch(own, other, 'declined')
      if (other?.stage.kind === 'found' && other.stage.accepted && isSameMatch(own, other)) {
        return { changed: [own, other].map((ticket) => toStage(ticket, { kind: 'opening', match, sinceMs: nowMs })) }
      }
      return accepted ? UNCHANGED : { changed: [toStage(own, { ...own.stage, accepted: true })] }
    }
    case 'opening':
    case 'ready':
      return accept && own.stage.match.id === matchId ? UNCHANGED : refuse('MATCH_GONE')
    case 'ended':
      return !accept && own.stage.matchId === matchId && own.stage.reason === 'declined'
        ? UNCHANGED
        : refuse('MATCH_GONE')
    default:
      return refuse('MATCH_GONE')
  }
}

/** The time is over: who has not accepted is out, who has searches on. */
export const expireMatch = (tickets: readonly Ticket[], matchId: string, nowMs: number): Changed => ({
  changed: tickets.flatMap((ticket) => {
    const { stage } = ticket
    if (stage.kind !== 'found' || stage.match.id !== matchId || stage.match.deadlineMs > nowMs) return []
    return [stage.accepted ? searchOn(ticket) : endTicket(ticket, 'not-accepted')]
  }),
})

/** The room is open and both have a seat in it. */
export const matchOpened = (tickets: readonly Ticket[], matchId: string): Changed => ({
  changed: opening(tickets, matchId).map(([ticket, stage]) => toStage(ticket, { kind: 'ready', match: stage.match })),
})

/** Nobody has a seat: those who cannot have one are out, for the reason given; the rest search on. */
export const matchNotOpened = (
  tickets: readonly Ticket[],
  matchId: string,
  out: ReadonlyMap<number, MatchEndReason>,
): Changed => ({
  changed: opening(tickets, matchId).map(([ticket]) => {
    const reason = out.get(ticket.person.accountId)
    return reason ? endTicket(ticket, reason) : searchOn(ticket)
  }),
})

const opening = (tickets: readonly Ticket[], matchId: string) =>
  tickets.flatMap((ticket) =>
    ticket.stage.kind === 'opening' && ticket.stage.match.id === matchId ? [[ticket, ticket.stage] as const] : [],
  )

/** What comes of it for somebody that a match came to nothing before both had accepted. */
interface LostMatch {
  readonly matchId: string
  /** Whom it is not to meet again for a moment. */
  readonly otherId: number
  /** Whether it let the other one down: who does so again and again has to wait. */
  readonly lapse: boolean
}

/** A connection that is lost, or a ban, is nobody's choice. */
const LAPSES: ReadonlySet<MatchEndReason> = new Set<MatchEndReason>(['declined', 'not-accepted', 'cancelled'])

/** The match that a change ended for this ticket, if both were still being asked. */
export function lostMatch(before: Ticket | undefined, after: Ticket): LostMatch | undefined {
  if (before?.stage.kind !== 'found') return undefined
  if (after.stage.kind !== 'searching' && after.stage.kind !== 'ended') return undefined
  const { match } = before.stage
  const otherId = match.accountIds.find((accountId) => accountId !== before.person.accountId)
  if (otherId === undefined) return undefined
  return { matchId: match.id, otherId, lapse: isLapse(before, after) }
}

const isLapse = (before: Ticket, after: Ticket): boolean =>
  after.stage.kind === 'ended' ? LAPSES.has(after.stage.reason) : !isSamePool(before.pool, after.pool)

/** How long somebody waits after its first, second, third lapse and so on, milliseconds; the last holds for all more. */
export const WAITS_MS: readonly number[] = waits()

function waits(): number[] {
  const found = Array.from({ length: MATCH_LAPSES_MAX - 1 }, () => 0)
  for (let waitMs = MATCH_WAIT_MS; waitMs < MATCH_WAIT_MAX_MS; waitMs *= 2) found.push(waitMs)
  return [...found, MATCH_WAIT_MAX_MS]
}
