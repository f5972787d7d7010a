import type { MatchState } from '@kla/proto'
import type { Ticket } from '../../domain/matchmaking/ticket.js'
import { toMatchState } from '../../wire/match-state.js'
import type { Dependencies } from './dependencies.js'

/** How a search stands, with the figures of its pool. */
export const stateOf = async (
  { figures, acceptMs }: Pick<Dependencies, 'figures' | 'acceptMs'>,
  ticket: Ticket,
): Promise<MatchState> => toMatchState(ticket, await figures.read(), acceptMs)
