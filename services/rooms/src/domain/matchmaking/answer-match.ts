import { refuse, type Refused } from '../outcome.js'
import { endSearch } from './end-search.js'
import { isSameMatch, toStage, UNCHANGED, type Changed, type Ticket } from './ticket.js'

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
