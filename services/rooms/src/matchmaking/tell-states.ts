import type { Bus, Logger } from '@kla/chassis'
import { MatchState, subjects } from '@kla/proto'
import type { Ticket } from '../domain/matchmaking/ticket.js'
import type { PoolFigures } from '../store/matchmaking/pool-figures.js'
import { toMatchState } from '../wire/match-state.js'

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
