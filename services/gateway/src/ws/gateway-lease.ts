import type { Logger } from '@kla/chassis'
import type { LostConnection } from '@kla/proto'
import type { RoomsClient } from '../shared/clients.js'

export interface GatewayLeaseDeps {
  readonly gatewayId: string
  readonly rooms: Pick<RoomsClient, 'renewGateway' | 'reportConnectionsLost'>
  readonly log: Logger
  readonly now: () => number
  /** Waiting sign-ins and entries; the grace must last until returning accounts get past them. */
  readonly waiting: () => number
  /** Called after expiry: rooms considers all connections here lost. */
  readonly lapsed: () => void
}

// Batches the sockets of a page reload; short against the grace period.
const BATCH_MS = 50
const BATCH_MAX = 500
const RETRY_MS = 500
const FIRST_LEASE_MS = 6_000

/** Renews this gateway's lease at rooms and reports lost connections. */
export class GatewayLease {
  #leaseMs = FIRST_LEASE_MS
  #renewedAtMs: number
  #renewal: NodeJS.Timeout | undefined
  #batch: NodeJS.Timeout | undefined
  #lost: LostConnection[] = []
  /** Peak of unreported connections plus waiting calls since all were reported. */
  #among = 0
  #reporting: Promise<void> = Promise.resolve()
  #stopped = false

  constructor(private readonly deps: GatewayLeaseDeps) {
    this.#renewedAtMs = deps.now()
  }

  start(): void {
    void this.#renew()
  }

  /** Reports a connection until rooms confirms. */
  connectionLost(connection: LostConnection): void {
    this.#lost.push(connection)
    this.#batch ??= setTimeout(() => this.#report(), BATCH_MS)
  }

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
    const { gatewayId, rooms, log, waiting } = this.deps
    while (this.#lost.length > 0) {
      this.#among = Math.max(this.#among, this.#lost.length + waiting())
      const lost = this.#lost.splice(0, BATCH_MAX)
      try {
        await rooms.reportConnectionsLost({ gatewayId, lost, among: this.#among })
      } catch (error) {
        log.warn({ err: error, connections: lost.length }, 'lost connections could not be reported')
        this.#lost.unshift(...lost)
        // The lease expires anyway.
        if (this.#stopped) return
        this.#batch ??= setTimeout(() => this.#report(), RETRY_MS)
        return
      }
    }
    this.#among = 0
  }
}
