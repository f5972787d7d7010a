import type { KeepTicketsRequest, KeepTicketsResponse, MatchState } from '@kla/proto'
import { gone, toMatchState } from '../../wire/match-state.js'
import type { Dependencies } from './dependencies.js'
import { ticketsAskedFor } from './tickets-asked-for.js'

/** What one script keeps: a few milliseconds of Redis' time. */
const AT_ONCE = 500

export const keepTickets =
  ({ store, figures, acceptMs }: Pick<Dependencies, 'store' | 'figures' | 'acceptMs'>) =>
  async (request: KeepTicketsRequest): Promise<KeepTicketsResponse> => {
    const refs = ticketsAskedFor(request)
    const states: MatchState[] = []
    const figuresOf = await figures.read()
    for (let start = 0; start < refs.length; start += AT_ONCE) {
      const part = refs.slice(start, start + AT_ONCE)
      const tickets = await store.keep(part)
      states.push(
        ...part.map((ref, at) => {
          const ticket = tickets[at]
          return ticket ? toMatchState(ticket, figuresOf, acceptMs) : gone(ref)
        }),
      )
    }
    return { states }
  }
