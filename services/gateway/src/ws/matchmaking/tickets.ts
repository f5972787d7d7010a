import type { Logger } from '@kla/chassis'
import type { MatchState, TicketRef } from '@kla/proto'
import type { Clients } from '../../shared/clients.js'

interface TicketKeeperDeps {
  readonly gatewayId: string
  readonly matchmaking: Pick<Clients['matchmaking'], 'keepTickets'>
  readonly tickets: () => TicketRef[]
  readonly learn: (state: MatchState) => void
  readonly everyMs: number
  /** Number from 0 to 1; spreads gateways that start together. */
  readonly random: () => number
  readonly log: Logger
}

/** The limit of rooms.KeepTickets. */
const TICKETS_MAX = 5_000
/** Tickets live three intervals, so one failure is harmless. */
const RETRY_MS = 1_000
const KEEP_DEADLINE = { deadlineMs: 2_500, attemptMs: 1_000 } as const
const SPREAD = 0.25

/** Keeps the tickets here alive and learns their state, since updates may be lost. */
export class TicketKeeper {
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #stopped = false

  constructor(private readonly deps: TicketKeeperDeps) {}

  start(): void {
    this.#later(this.#pauseMs())
  }

  /** Starts a round unless one runs; never rejects. */
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

// Batches connections that break together; too short to match one of them.
const BATCH_MS = 50

/** Reports searches of lost connections. Unreported ones expire. */
export class TicketDrops {
  #tickets: TicketRef[] = []
  #batch: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  constructor(private readonly deps: TicketDropsDeps) {}

  add({ accountId, ticketId }: TicketRef): void {
    this.#tickets.push({ accountId, ticketId })
    this.#batch ??= setTimeout(() => this.#send(), BATCH_MS)
  }

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
