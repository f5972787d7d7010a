import type { MatchEndReason } from '@kla/proto/web'
import { endTicket, searchOn, toStage, type Changed, type Ticket } from './ticket.js'

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
