import type { Logger } from '@kla/chassis'
import type { LostConnection } from '@kla/proto'
import type { RoomsClient } from '../shared/clients.js'

export interface GatewayLeaseDeps {
  readonly gatewayId: string
  readonly rooms: Pick<RoomsClient, 'renewGateway' | 'reportConnectionsLost'>
  readonly log: Logger
  readonly now: () => number
  /** Rooms has heard nothing for a whole lease and takes all connections here for lost. */
  readonly lapsed: () => void
}

// Long enough that the sockets of a page reload go together, short beside the grace that begins with the report.
const BATCH_MS = 50
const BATCH_MAX = 500
const RETRY_MS = 500
/** Until rooms has said how long the lease lasts. */
const FIRST_LEASE_MS = 6_000

/** Tells rooms that this gateway lives, and which of its connections do not any more. */
export class GatewayLease {
  #leaseMs = FIRST_LEASE_MS
  #renewedAtMs: number
  #renewal: NodeJS.Timeout | undefined
  #batch: NodeJS.Timeout | undefined
  #lost: LostConnection[] = []
  #reporting: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(private readonly deps: GatewayLeaseDeps) {
    this.#renewedAtMs = deps.now()
  }

  /** Renews the lease three times as often as it would run out. */
  start(): void {
    void this.#renew()
  }

  /** A connection with a seat is gone. Told again until rooms has heard it. */
  connectionLost(connection: LostConnection): void {
    this.#lost.push(connection)
    this.#batch ??= setTimeout(() => this.#report(), BATCH_MS)
  }

  /** Reports what is left, once, and renews no more. */
  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#renewal)
    this.#report()
    await this.#reporting
  }

  async #renew(): Promise<void> {
    const { gatewayId, rooms, now, log, lapsed } = this.deps
    let nextMs = RETRY_MS
    try {
      const askedAtMs = now()
      const { leaseMs } = await rooms.renewGateway({ gatewayId })
      if (askedAtMs - this.#renewedAtMs > this.#leaseMs) lapsed()
      this.#renewedAtMs = askedAtMs
      this.#leaseMs = leaseMs
      nextMs = leaseMs / 3
    } catch (error) {
      log.warn({ err: error }, 'the lease of this gateway could not be renewed')
    }
    if (!this.#stopped) this.#renewal = setTimeout(() => void this.#renew(), nextMs)
  }

  #report(): void {
    clearTimeout(this.#batch)
    this.#batch = undefined
    this.#reporting = this.#reporting.then(() => this.#reportNow())
  }

  async #reportNow(): Promise<void> {
    const { gatewayId, rooms, log } = this.deps
    while (this.#lost.length > 0) {
      const lost = this.#lost.splice(0, BATCH_MAX)
      try {
        await rooms.reportConnectionsLost({ gatewayId, lost })
      } catch (error) {
        log.warn({ err: error, connections: lost.length }, 'lost connections could not be reported')
        this.#lost.unshift(...lost)
        // What a stopping gateway cannot report shows when its lease runs out.
        if (this.#stopped) return
        this.#batch ??= setTimeout(() => this.#report(), RETRY_MS)
        return
      }
    }
  }
}
