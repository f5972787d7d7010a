import type { MatchEndReason } from '@kla/proto/web'
import { endTicket, partnerSearchesOn, UNCHANGED, type Changed, type Ticket } from './ticket.js'

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
