import type { Refused } from '@kla/chassis'
import { MATCH_LAPSES_MAX, MATCH_WAIT_MAX_MS, MATCH_WAIT_MS, type MatchEndReason } from '@kla/proto/web'
import { refuse } from '../../shared/rules/input.js'
import type { Connection, Person } from '../../shared/rules/room.js'
import {
  type Changed,
  endTicket,
  isActive,
  isSameMatch,
  isSamePool,
  type Match,
  partnerSearchesAgain,
  type Pool,
  searchAgain,
  type Ticket,
  toStage,
  UNCHANGED,
} from './ticket.js'

/** What a player searches for, and where. */
export interface SearchRequest {
  readonly ticketId: string
  readonly command: string
  readonly person: Person
  readonly connection: Connection
  readonly pool: Pool
  readonly rating: number
}

/** Keeps wait and match in the same pool, and a match whose room is `awaited`. */
export function findMatch(
  own: Ticket | undefined,
  partner: Ticket | undefined,
  wanted: SearchRequest,
  { nowMs, waits, awaited }: { readonly nowMs: number; readonly waits: boolean; readonly awaited: boolean },
): Changed | Refused {
  if (own && wanted.command !== '' && own.command === wanted.command) return UNCHANGED
  if (own?.stage.kind === 'ready' && awaited) return UNCHANGED
  const { ticketId, ...fields } = wanted
  if (!own || !isActive(own)) {
    if (waits) return refuse('RATE_LIMITED')
    const version = (own?.version ?? 0) + 1
    return { changed: [{ ...fields, id: ticketId, version, sinceMs: nowMs, stage: { kind: 'searching' } }] }
  }
  const here = own.connection.socketId === wanted.connection.socketId
  const keeps = isSamePool(own.pool, wanted.pool) || own.stage.kind === 'opening'
  if (here && keeps) return UNCHANGED
  if (waits && !keeps) return refuse('RATE_LIMITED')
  const moved: Ticket = { ...own, ...fields, id: here ? own.id : ticketId, version: own.version + 1 }
  const lastState = here ? {} : { lastState: endTicket(own, 'gone') }
  if (keeps) return { changed: [{ ...moved, pool: own.pool }], ...lastState }
  return {
    changed: [{ ...moved, sinceMs: nowMs, stage: { kind: 'searching' } }, ...partnerSearchesAgain(own, partner)],
    ...lastState,
  }
}

/** Ends a search, but keeps reserved seats. */
export function endSearch(own: Ticket | undefined, partner: Ticket | undefined, reason: MatchEndReason): Changed {
  switch (own?.stage.kind) {
    case 'searching':
      return { changed: [endTicket(own, reason)] }
    case 'found':
      return { changed: [endTicket(own, reason), ...partnerSearchesAgain(own, partner)] }
    default:
      return UNCHANGED
  }
}

export function proposeMatch(one: Ticket | undefined, other: Ticket | undefined, match: Match): Changed {
  if (one?.stage.kind !== 'searching' || other?.stage.kind !== 'searching') return UNCHANGED
  if (!isSamePool(one.pool, other.pool)) return UNCHANGED
  return { changed: [one, other].map((ticket) => toStage(ticket, { kind: 'found', match, accepted: false })) }
}

/** A player's answer to a proposed match. */
export interface Answer {
  readonly matchId: string
  readonly accept: boolean
}

/** Idempotent; reserves seats once both accepted. */
export function answerMatch(
  own: Ticket | undefined,
  partner: Ticket | undefined,
  { matchId, accept }: Answer,
  nowMs: number,
): Changed | Refused {
  switch (own?.stage.kind) {
    case 'found': {
      const { match, accepted } = own.stage
      if (match.id !== matchId || match.deadlineMs <= nowMs) return refuse('MATCH_GONE')
      if (!accept) return endSearch(own, partner, 'declined')
      if (partner?.stage.kind === 'found' && partner.stage.accepted && isSameMatch(own, partner)) {
        return { changed: [own, partner].map((ticket) => toStage(ticket, { kind: 'opening', match, sinceMs: nowMs })) }
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

/** Ends the searches that did not accept in time. */
export const expireMatch = (tickets: readonly Ticket[], matchId: string, nowMs: number): Changed => ({
  changed: tickets.flatMap((ticket) => {
    const { stage } = ticket
    if (stage.kind !== 'found' || stage.match.id !== matchId || stage.match.deadlineMs > nowMs) return []
    return [stage.accepted ? searchAgain(ticket) : endTicket(ticket, 'not-accepted')]
  }),
})

export const matchOpened = (tickets: readonly Ticket[], matchId: string): Changed => ({
  changed: opening(tickets, matchId).map(([ticket, stage]) => toStage(ticket, { kind: 'ready', match: stage.match })),
})

/** Ends the searches in `out`; others go on. */
export const matchNotOpened = (
  tickets: readonly Ticket[],
  matchId: string,
  out: ReadonlyMap<number, MatchEndReason>,
): Changed => ({
  changed: opening(tickets, matchId).map(([ticket]) => {
    const reason = out.get(ticket.person.accountId)
    return reason ? endTicket(ticket, reason) : searchAgain(ticket)
  }),
})

const opening = (tickets: readonly Ticket[], matchId: string) =>
  tickets.flatMap((ticket) =>
    ticket.stage.kind === 'opening' && ticket.stage.match.id === matchId ? [[ticket, ticket.stage] as const] : [],
  )

interface LostMatch {
  readonly matchId: string
  readonly otherId: number
  /** True if the player let the match go. */
  readonly lapse: boolean
}

// A lost connection or ban is no lapse.
const LAPSES: ReadonlySet<MatchEndReason> = new Set<MatchEndReason>(['declined', 'not-accepted', 'cancelled'])

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

/** Waits after each successive lapse; the last repeats. */
export const WAITS_MS: readonly number[] = waits()

function waits(): number[] {
  const found = Array.from({ length: MATCH_LAPSES_MAX - 1 }, () => 0)
  for (let waitMs = MATCH_WAIT_MS; waitMs < MATCH_WAIT_MAX_MS; waitMs *= 2) found.push(waitMs)
  return [...found, MATCH_WAIT_MAX_MS]
}
