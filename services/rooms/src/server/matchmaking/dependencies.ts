import type { MatchState } from '@kla/proto'
import type { Ticket } from '../../domain/matchmaking/ticket.js'
import type { MatchMetrics } from '../../matchmaking/match-metrics.js'
import type { OpenMatch } from '../../matchmaking/open-match.js'
import type { Searches } from '../../matchmaking/searches.js'
import type { SeatedElsewhere } from '../../room/seated-elsewhere.js'
import type { Bars } from '../../store/bars.js'
import type { DueMatches } from '../../store/matchmaking/due-matches.js'
import type { PoolFigures } from '../../store/matchmaking/pool-figures.js'
import type { RatingStore } from '../../store/matchmaking/rating-store.js'
import type { TicketStore } from '../../store/matchmaking/ticket-store.js'

/** What the RPCs of quick match work with. */
export interface Dependencies {
  readonly searches: Searches
  readonly store: Pick<TicketStore, 'keep'>
  readonly due: Pick<DueMatches, 'ensure'>
  readonly figures: Pick<PoolFigures, 'read'>
  readonly ratings: Pick<RatingStore, 'of'>
  readonly bars: Pick<Bars, 'closedBy'>
  readonly seatedElsewhere: SeatedElsewhere
  readonly opening: Pick<OpenMatch, 'begin'>
  readonly metrics: MatchMetrics
  readonly acceptMs: number
  /** Unix milliseconds: until when bans last. */
  readonly now: () => number
}

export type StateOf = (ticket: Ticket) => Promise<MatchState>
