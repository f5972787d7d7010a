import type { Logger } from '@kla/chassis'
import type { TicketRef } from '@kla/proto'
import type { Clients } from '../../clients/clients.js'
import { TICKETS_MAX } from './keeping.js'

export interface DropsParts {
  readonly gatewayId: string
  readonly matchmaking: Pick<Clients['matchmaking'], 'dropTickets'>
  readonly log: Logger
}

// Long enough that connections which break together go together, too short for anybody to be matched with one of them.
const BATCH_MS = 50

/** Tells rooms of searches whose connection is gone. What rooms does not hear ends when nobody keeps it. */
export class Drops {
  #tickets: TicketRef[] = []
  #batch: NodeJS.Timeout | undefined
  #sending: Promise<void> = Promise.resolve()

  constructor(private readonly parts: DropsParts) {}

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
    const { gatewayId, matchmaking, log } = this.parts
    try {
      for (let start = 0; start < tickets.length; start += TICKETS_MAX) {
        await matchmaking.dropTickets({ gatewayId, tickets: tickets.slice(start, start + TICKETS_MAX) })
      }
    } catch (error) {
      log.warn({ err: error, searches: tickets.length }, 'searches could not be dropped')
    }
  }
}
