import type { Bus, Logger } from '@kla/chassis'
import { MatchState, subjects } from '@kla/proto'
import { MATCH_ACCEPT_MS, type MatchEndReason } from '@kla/proto/web'
import type { Figures, PoolFigures } from './pool-store.js'
import type { Pool, Stage, Ticket } from './rules/ticket.js'
import type { TicketRef } from './ticket-store.js'

/** How a search stands, for its connection. `acceptMs`: how long both have to accept. */
export const toMatchState = (
  ticket: Ticket,
  figuresOf: (pool: Pool) => Figures,
  acceptMs: number = MATCH_ACCEPT_MS,
): MatchState => ({
  accountId: ticket.person.accountId,
  ticketId: ticket.id,
  connection: ticket.connection,
  version: ticket.version,
  mode: ticket.pool.mode,
  category: ticket.pool.category,
  state: stateOf(ticket, figuresOf, acceptMs),
})

/** The state of a search of which nothing is known any more. */
export const gone = ({ accountId, ticketId }: TicketRef): MatchState => ({
  accountId,
  ticketId,
  connection: undefined,
  // Above every version that a search may have come to.
  version: Number.MAX_SAFE_INTEGER,
  mode: '',
  category: '',
  state: ended('gone'),
})

const ended = (reason: MatchEndReason): MatchState['state'] => ({ $case: 'ended', value: { reason } })

function stateOf(ticket: Ticket, figuresOf: (pool: Pool) => Figures, durationMs: number): MatchState['state'] {
  const found = ({ match }: Extract<Stage, { match: unknown }>, accepted: boolean): MatchState['state'] => ({
    $case: 'found',
    value: { matchId: match.id, deadlineMs: match.deadlineMs, durationMs, accepted },
  })
  const { stage } = ticket
  switch (stage.kind) {
    case 'searching': {
      const { waiting, estimatedWaitMs } = figuresOf(ticket.pool)
      // This one included, also when it was found a moment ago and was counted without.
      return { $case: 'searching', value: { sinceMs: ticket.sinceMs, estimatedWaitMs, waiting: Math.max(1, waiting) } }
    }
    case 'found':
      return found(stage, stage.accepted)
    case 'opening':
      return found(stage, true)
    case 'ready':
      return { $case: 'ready', value: { roomId: stage.match.roomId } }
    case 'ended':
      return ended(stage.reason)
  }
}

/** Tells the gateways of these searches how they stand now. What is lost is caught up when the search is kept. */
export type TellStates = (tickets: readonly Ticket[]) => void

export function createTellStates(options: {
  bus: Pick<Bus, 'publish'>
  figures: PoolFigures
  acceptMs: number
  log: Logger
}): TellStates {
  const { bus, figures, acceptMs, log } = options
  const nothingKnown = () => ({ waiting: 0, estimatedWaitMs: 0 })

  const tell = async (tickets: readonly Ticket[]): Promise<void> => {
    const searching = tickets.some(({ stage }) => stage.kind === 'searching')
    const figuresOf = searching ? await figures.read() : nothingKnown
    for (const ticket of tickets) {
      const state = toMatchState(ticket, figuresOf, acceptMs)
      bus.publish(subjects.gatewayMatches(ticket.connection.gatewayId), MatchState.encode(state).finish())
    }
  }
  return (tickets) => {
    tell(tickets).catch((error: unknown) => log.warn({ err: error }, 'the news of a search must wait'))
  }
}
