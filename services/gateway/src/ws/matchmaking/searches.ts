import type { MatchFound, MatchSearching, MatchState, TicketRef } from '@kla/proto'
import { type Category, MATCH_END_REASONS, type MatchEndReason, type Mode, type ServerEvents } from '@kla/proto/web'
import type { Connection } from '../connection.js'

type Pool = Pick<MatchState, 'mode' | 'category'>

const poolOf = ({ mode, category }: Pool) => ({ mode: mode as Mode, category: category as Category })

const matchSearching = (pool: Pool, state: MatchSearching): ServerEvents['match-searching'] => ({
  ...poolOf(pool),
  since: state.sinceMs,
  estimatedWaitMs: state.estimatedWaitMs === 0 ? null : state.estimatedWaitMs,
  waiting: state.waiting,
})

const matchFound = (pool: Pool, state: MatchFound): ServerEvents['match-found'] => ({
  ...poolOf(pool),
  matchId: state.matchId,
  accepted: state.accepted,
  deadline: state.deadlineMs,
  durationMs: state.durationMs,
})

const matchReady = (pool: Pool, roomId: string): ServerEvents['match-ready'] => ({ ...poolOf(pool), roomId })

/** Whatever a newer service calls it: the search is no more. */
const endReason = (reason: string): MatchEndReason =>
  MATCH_END_REASONS.find((known) => known === reason) ?? 'gone'

/** The part of a connection that hears of its search. */
type Searcher = Pick<Connection, 'socketId' | 'event'>

/** A search that is on, by the connection that is told of it. */
export interface Search {
  readonly accountId: number
  readonly ticketId: string
  readonly connection: Searcher
  /** That of the newest state that was told. */
  version: number
  sentAtMs: number
}

interface SearchesDeps {
  /** A search that has not changed is told again after so long, in milliseconds. */
  readonly refreshMs: number
  readonly now: () => number
}

/**
 * The searches of the connections here: one for each account. Each state of a ticket is told once and in order, from
 * wherever it comes and however often.
 */
export class Searches {
  readonly #searches = new Map<number, Search>()

  constructor(private readonly deps: SearchesDeps) {}

  get size(): number {
    return this.#searches.size
  }

  of(accountId: number): Search | undefined {
    return this.#searches.get(accountId)
  }

  tickets(): TicketRef[] {
    return [...this.#searches.values()].map(({ accountId, ticketId }) => ({ accountId, ticketId }))
  }

  /** The account searches on this connection now. Where it did so on another one, that search is over. */
  adopt(connection: Searcher, state: MatchState): void {
    const { accountId, ticketId } = state
    const before = this.of(accountId)
    if (before && before.connection !== connection) {
      // Two connections searched at once, and the answer to the first of them is the later one to come.
      if (before.version > state.version) return connection.event('match-ended', { reason: 'gone' })
      this.end(before, 'gone')
    }
    if (before?.connection !== connection || before.ticketId !== ticketId) {
      this.#searches.set(accountId, { accountId, ticketId, connection, version: -1, sentAtMs: -Infinity })
    }
    this.learn(state)
  }

  /** How a ticket stands. What is older than what was told, or about another search, changes nothing. */
  learn(state: MatchState): void {
    const search = this.of(state.accountId)
    if (!search || search.ticketId !== state.ticketId || !state.state) return
    // A ticket that has ended never comes back; of one that is unknown there is no version either.
    if (state.state.$case === 'ended') return this.end(search, endReason(state.state.value.reason))
    if (state.version < search.version) return
    if (state.connection?.socketId !== search.connection.socketId) return this.end(search, 'gone')
    if (state.version > search.version || this.#isDue(search, state)) this.#send(search, state, state.state)
  }

  /** Tells that a search is over, if it is on still. */
  end(search: Search, reason: MatchEndReason): void {
    if (this.forget(search)) search.connection.event('match-ended', { reason })
  }

  /** Whether it was on still. */
  forget(search: Search): boolean {
    return this.of(search.accountId) === search && this.#searches.delete(search.accountId)
  }

  /** How many search, and how long it takes, is told now and then though the ticket has not changed. */
  #isDue(search: Search, { state }: MatchState): boolean {
    return state?.$case === 'searching' && this.deps.now() - search.sentAtMs >= this.deps.refreshMs
  }

  #send(search: Search, pool: MatchState, state: NonNullable<MatchState['state']>): void {
    const { connection } = search
    search.version = pool.version
    search.sentAtMs = this.deps.now()
    if (state.$case === 'searching') connection.event('match-searching', matchSearching(pool, state.value))
    if (state.$case === 'found') connection.event('match-found', matchFound(pool, state.value))
    if (state.$case !== 'ready') return
    this.forget(search)
    connection.event('match-ready', matchReady(pool, state.value.roomId))
  }
}
