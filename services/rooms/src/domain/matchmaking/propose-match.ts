import { isSamePool } from './pool.js'
import { toStage, UNCHANGED, type Changed, type Match, type Ticket } from './ticket.js'

/** Brings two people together who are still searching for the same. */
export function proposeMatch(one: Ticket | undefined, other: Ticket | undefined, match: Match): Changed {
  if (one?.stage.kind !== 'searching' || other?.stage.kind !== 'searching') return UNCHANGED
  if (!isSamePool(one.pool, other.pool)) return UNCHANGED
  return { changed: [one, other].map((ticket) => toStage(ticket, { kind: 'found', match, accepted: false })) }
}
