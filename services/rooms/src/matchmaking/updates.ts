import type { Bus, Logger } from '@kla/chassis'
import { MatchState, subjects } from '@kla/proto'
import { MATCH_ACCEPT_MS, type MatchEndReason } from '@kla/proto/web'
import type { Figures, PoolFigures } from './pool-store.js'
import type { Pool, Stage, Ticket } from './rules/ticket.js'
import type { TicketRef } from './ticket-store.js'

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

export const goneState = ({ accountId, ticketId }: TicketRef): MatchState => ({
  accountId,
  ticketId,
  connection: undefined,
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
      // Figures may not count this search yet.
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

/** Publishes to the gateways; KeepTickets makes up for losses. */
export type PublishStates = (tickets: readonly Ticket[]) => void

export interface StatePublisherDeps {
  readonly bus: Pick<Bus, 'publish'>
  readonly figures: PoolFigures
  readonly acceptMs: number
  readonly log: Logger
}

export function createStatePublisher({ bus, figures, acceptMs, log }: StatePublisherDeps): PublishStates {
  const noFigures = () => ({ waiting: 0, estimatedWaitMs: 0 })

  const publish = async (tickets: readonly Ticket[]): Promise<void> => {
    const searching = tickets.some(({ stage }) => stage.kind === 'searching')
    const figuresOf = searching ? await figures.read() : noFigures
    for (const ticket of tickets) {
      const state = toMatchState(ticket, figuresOf, acceptMs)
      bus.publish(subjects.gatewayMatches(ticket.connection.gatewayId), MatchState.encode(state).finish())
    }
  }
  return (tickets) => {
    publish(tickets).catch((err: unknown) => log.warn({ err }, 'state of a search was not published'))
  }
}
