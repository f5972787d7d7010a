import type { Connection } from './connection/connection.js'
import { isAnotherSpread, returnSpreadMs } from './spread.js'

type Told = Pick<Connection, 'event'> & { returnSpreadMs: number }

/** Connections per sweep: all 20,000 within ten seconds. */
const SWEPT_MAX = 500

/** Sends clients the time over which to return if this gateway dies. */
export class ReturnSpread {
  #rest: Iterator<Told> | undefined

  constructor(private readonly connections: ReadonlySet<Told>) {}

  opened(connection: Told): void {
    this.#tell(connection, returnSpreadMs(this.connections.size))
  }

  sweep(): void {
    const spreadMs = returnSpreadMs(this.connections.size)
    this.#rest ??= this.connections.values()
    for (let swept = 0; swept < SWEPT_MAX; swept++) {
      const { done, value } = this.#rest.next()
      if (done) {
        this.#rest = undefined
        return
      }
      this.#tell(value, spreadMs)
    }
  }

  #tell(connection: Told, spreadMs: number): void {
    if (!isAnotherSpread(connection.returnSpreadMs, spreadMs)) return
    connection.returnSpreadMs = spreadMs
    connection.event('return-spread', { spreadMs })
  }
}
