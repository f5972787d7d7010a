import type { Logger } from '@kla/chassis'
import type { MatchState, TicketRef } from '@kla/proto'
import type { Clients } from '../../shared/clients.js'

interface TicketKeeperDeps {
  readonly gatewayId: string
  readonly matchmaking: Pick<Clients['matchmaking'], 'keepTickets'>
  /** The searches that are on here. */
  readonly tickets: () => TicketRef[]
  /** How one of them stands. */
  readonly learn: (state: MatchState) => void
  readonly everyMs: number
  /** From 0 to 1: gateways that start together must not all ask at once for ever. */
  readonly random: () => number
  readonly log: Logger
}

/** The limit of rooms.KeepTickets. */
const TICKETS_MAX = 5_000
/** A ticket lives three rounds: one that fails is made up for before the next one is due. */
const RETRY_MS = 1_000
const KEEP_DEADLINE = { deadlineMs: 2_500, attemptMs: 1_000 } as const
const SPREAD = 0.25

/** Tells rooms again and again which searches are on here, and hears how they stand: lost news is made up for. */
export class TicketKeeper {
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #stopped = false

  constructor(private readonly deps: TicketKeeperDeps) {}

  start(): void {
    this.#later(this.#pauseMs())
  }

  /** Does a round now, unless one is under way. Never rejects. */
  poke(): Promise<void> {
    clearTimeout(this.#timer)
    this.#round ??= this.#keep().then((kept) => {
      this.#round = undefined
      if (!this.#stopped) this.#later(kept ? this.#pauseMs() : Math.min(RETRY_MS, this.deps.everyMs))
    })
    return this.#round
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#round
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => void this.poke(), ms)
  }

  #pauseMs(): number {
    return this.deps.everyMs * (1 + SPREAD * this.deps.random())
  }

  /** Whether rooms has heard of all. */
  async #keep(): Promise<boolean> {
    const { gatewayId, matchmaking, learn, log } = this.deps
    const tickets = this.deps.tickets()
    try {
      for (let start = 0; start < tickets.length; start += TICKETS_MAX) {
        const batch = tickets.slice(start, start + TICKETS_MAX)
        const { states } = await matchmaking.keepTickets({ gatewayId, tickets: batch }, KEEP_DEADLINE)
        states.forEach(learn)
      }
      return true
    } catch (error) {
      log.warn({ err: error, searches: tickets.length }, 'searches could not be kept')
      return false
    }
  }
}

interface TicketDropsDeps {
  readonly gatewayId: string
  readonly matchmaking: Pick<Clients['matchmaking'], 'dropTickets'>
  readonly log: Logger
}

// Long enough that connections which break together go together, too short for anybody to be matched with one of them.
const BATCH_MS = 50

/** Tells rooms of searches whose connection is gone. What rooms does not hear ends when nobody keeps it. */
export class TicketDrops {
  #tickets: TicketRef[] = []
  #batch: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  constructor(private readonly deps: TicketDropsDeps) {}

  add({ accountId, ticketId }: TicketRef): void {
    this.#tickets.push({ accountId, ticketId })
    this.#batch ??= setTimeout(() => this.#send(), BATCH_MS)
  }

  /** Sends what is left. */
  async stop(): Promise<void> {
    this.#send()
    await this.#sending
  }

  #send(): void {
    clearTimeout(this.#batch)
    this.#batch = undefined
    const tickets = this.#tickets
    this.#tickets = []
    this.#sending = this.#sending.then(() => this.#sendAll(tickets))
  }

  async #sendAll(tickets: readonly TicketRef[]): Promise<void> {
    const { gatewayId, matchmaking, log } = this.deps
    try {
      for (let start = 0; start < tickets.length; start += TICKETS_MAX) {
        await matchmaking.dropTickets({ gatewayId, tickets: tickets.slice(start, start + TICKETS_MAX) })
      }
    } catch (error) {
      log.warn({ err: error, searches: tickets.length }, 'searches could not be dropped')
    }
  }
}
