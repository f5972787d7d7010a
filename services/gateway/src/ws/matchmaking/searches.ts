import type { MatchFound, MatchSearching, MatchState, TicketRef } from '@kla/proto'
import { type Category, MATCH_END_REASONS, type MatchEndReason, type Mode, type ServerEvents } from '@kla/proto/web'
import type { Connection } from '../connection/connection.js'

type Searcher = Pick<Connection, 'socketId' | 'event'>

/** An account's search for an opponent. */
export interface Search {
  readonly accountId: number
  readonly ticketId: string
  readonly connection: Searcher
  version: number
  sentAtMs: number
}

interface SearchesDeps {
  /** Milliseconds until an unchanged search is sent again. */
  readonly refreshMs: number
  readonly now: () => number
}

/** Searches, one per account. Each state is sent once and in order. */
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

  /** Takes over a search; one on another connection ends. */
  adopt(connection: Searcher, state: MatchState): void {
    const { accountId, ticketId } = state
    const before = this.of(accountId)
    if (before && before.connection !== connection) {
      // Two connections searched at once; this answer is older.
      if (before.version > state.version) return connection.event('match-ended', { reason: 'gone' })
      this.end(before, 'gone')
    }
    if (before?.connection !== connection || before.ticketId !== ticketId) {
      this.#searches.set(accountId, { accountId, ticketId, connection, version: -1, sentAtMs: -Infinity })
    }
    this.learn(state)
  }

  /** Ignores outdated states and those of other tickets. */
  learn(state: MatchState): void {
    const search = this.of(state.accountId)
    if (!search || search.ticketId !== state.ticketId || !state.state) return
    // Ended tickets never return; unknown ones carry no version.
    if (state.state.$case === 'ended') return this.end(search, endReason(state.state.value.reason))
    if (state.version < search.version) return
    if (state.connection?.socketId !== search.connection.socketId) return this.end(search, 'gone')
    if (state.version > search.version || this.#isDue(search, state)) this.#send(search, state, state.state)
  }

  end(search: Search, reason: MatchEndReason): void {
    if (this.forget(search)) search.connection.event('match-ended', { reason })
  }

  forget(search: Search): boolean {
    return this.of(search.accountId) === search && this.#searches.delete(search.accountId)
  }

  /** True if an unchanged version is due, since estimates change. */
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

/** Maps reasons of a newer service to `gone`. */
const endReason = (reason: string): MatchEndReason => MATCH_END_REASONS.find((known) => known === reason) ?? 'gone'
