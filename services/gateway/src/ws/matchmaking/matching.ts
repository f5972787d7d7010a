import { KlaError, type Logger, newId } from '@kla/chassis'
import type { MatchState } from '@kla/proto'
import type { ClientEventData } from '@kla/proto/web'
import type { Clients } from '../../shared/clients.js'
import type { Session, Sessions } from '../accounts/sessions.js'
import type { Connection } from '../connection/connection.js'
import { type Search, Searches } from './searches.js'
import { TicketDrops, TicketKeeper } from './tickets.js'

interface MatchingDeps {
  readonly gatewayId: string
  readonly matchmaking: Clients['matchmaking']
  readonly sessions: Pick<Sessions, 'call' | 'roomsClosedReason'>
  readonly keepMs: number
  readonly log: Logger
  readonly now: () => number
  readonly random: () => number
}

type Wanted = ClientEventData<'find-match'> & { readonly commandId: string }

interface FindRequest {
  readonly connection: Connection
  readonly session: Session
  readonly wanted: Wanted
  readonly found: () => void
}

export class Matching {
  readonly #searches: Searches
  readonly #keeping: TicketKeeper
  readonly #drops: TicketDrops
  /** Updates that overtake the answer to find-match. */
  readonly #early = new Map<string, MatchState[]>()
  #draining = false

  constructor(private readonly deps: MatchingDeps) {
    this.#searches = new Searches({ refreshMs: deps.keepMs, now: deps.now })
    this.#keeping = new TicketKeeper({
      ...deps,
      tickets: () => this.#searches.tickets(),
      learn: (state) => this.#searches.learn(state),
      everyMs: deps.keepMs,
    })
    this.#drops = new TicketDrops(deps)
  }

  get size(): number {
    return this.#searches.size
  }

  start(): void {
    this.#keeping.start()
  }

  /** Starts a search, or moves the running one here. */
  async find({ connection, session, wanted, found }: FindRequest): Promise<void> {
    if (connection.member) throw new KlaError('ALREADY_SEATED')
    const { sessions } = this.deps
    const early: MatchState[] = []
    this.#early.set(connection.socketId, early)
    try {
      const state = await this.#findHere(connection, session, wanted)
      found()
      if (connection.closed) return this.#drops.add(state)
      this.#searches.adopt(connection, state)
      early.sort((one, other) => one.version - other.version).forEach((update) => this.#searches.learn(update))
      if (sessions.roomsClosedReason(session) !== undefined) this.dismiss(session.account.id)
    } finally {
      this.#early.delete(connection.socketId)
    }
  }

  async cancel(session: Session): Promise<void> {
    const { matchmaking, sessions } = this.deps
    const search = this.#searches.of(session.account.id)
    await sessions.call(session, (context) => matchmaking.cancelMatch({}, context))
    if (search) this.#searches.end(search, 'cancelled')
  }

  async answer(session: Session, { matchId, accept }: ClientEventData<'answer-match'>): Promise<void> {
    const { matchmaking, sessions } = this.deps
    const state = await sessions.call(session, (context) => matchmaking.answerMatch({ matchId, accept }, context))
    this.#searches.learn(state)
  }

  onState(state: MatchState): void {
    this.#early.get(state.connection?.socketId ?? '')?.push(state)
    this.#searches.learn(state)
  }

  dismiss(accountId: number): void {
    const search = this.#searches.of(accountId)
    if (!search) return
    this.#searches.end(search, 'banned')
    this.#drops.add(search)
  }

  closed(connection: Connection): void {
    const search = this.#searchOn(connection)
    if (search && this.#searches.forget(search) && !this.#draining) this.#drops.add(search)
  }

  /** Leaves searches of closing connections for other gateways. */
  drain(): void {
    this.#draining = true
  }

  resync(): Promise<void> {
    return this.#keeping.poke()
  }

  async stop(): Promise<void> {
    await Promise.all([this.#keeping.stop(), this.#drops.stop()])
  }

  #searchOn(connection: Connection): Search | undefined {
    const search = connection.session && this.#searches.of(connection.session.account.id)
    return search?.connection === connection ? search : undefined
  }

  async #findHere({ socketId }: Connection, session: Session, wanted: Wanted): Promise<MatchState> {
    const { gatewayId, matchmaking, sessions } = this.deps
    const connection = { socketId, gatewayId }
    const find = (commandId: string): Promise<MatchState> =>
      sessions.call(session, (context) => matchmaking.findMatch({ ...wanted, commandId, connection }, context))
    const state = await find(wanted.commandId)
    if (state.connection?.socketId === socketId) return state
    const isOver = state.state?.$case === 'ready' || state.state?.$case === 'ended'
    return isOver ? { ...state, connection } : find(newId())
  }
}
