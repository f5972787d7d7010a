import type { KeepTicketsRequest, KeepTicketsResponse, MatchState } from '@kla/proto'
import { openMatchOf, type Match, type Ticket } from '../../domain/matchmaking/ticket.js'
import { gone, toMatchState } from '../../wire/match-state.js'
import type { Dependencies } from './dependencies.js'
import { ticketsAskedFor } from './tickets-asked-for.js'

/** What one script keeps: a few milliseconds of Redis' time. */
const AT_ONCE = 500

export const keepTickets =
  ({ store, due, figures, acceptMs, now }: Pick<Dependencies, 'store' | 'due' | 'figures' | 'acceptMs' | 'now'>) =>
  async (request: KeepTicketsRequest): Promise<KeepTicketsResponse> => {
    const refs = ticketsAskedFor(request)
    const states: MatchState[] = []
    const figuresOf = await figures.read()
    for (let start = 0; start < refs.length; start += AT_ONCE) {
      const part = refs.slice(start, start + AT_ONCE)
      const tickets = await store.keep(part)
      await due.ensure(overdue(tickets, now()))
      states.push(
        ...part.map((ref, at) => {
          const ticket = tickets[at]
          return ticket ? toMatchState(ticket, figuresOf, acceptMs) : gone(ref)
        }),
      )
    }
    return { states }
  }

/** Matches that should be over. Should their entry ever be lost, they would hold who is in them for good. */
const overdue = (tickets: readonly (Ticket | undefined)[], nowMs: number): Match[] =>
  tickets.flatMap((ticket) => {
    const match = ticket && openMatchOf(ticket)
    return match && match.deadlineMs <= nowMs ? [match] : []
  })
