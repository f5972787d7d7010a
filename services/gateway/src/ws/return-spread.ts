import type { Connection } from './connection/connection.js'
import { isAnotherSpread, returnSpreadMs, returnSpreadOfBattlesMs } from './spread.js'

type Informed = Pick<Connection, 'event'> & { returnSpreadMs: number }

/** Connections per sweep: all 20,000 within ten seconds. */
const SWEPT_MAX = 500

/** Sends clients the time over which to return if this gateway dies: players of battles first, then the others. */
export class ReturnSpread<T extends Informed = Informed> {
  #rest: Iterator<T> | undefined
  /** Connections in battles, by the last whole round of sweeps and by this one. */
  #inBattles = 0
  #counted = 0

  constructor(
    private readonly connections: ReadonlySet<T>,
    private readonly isInBattle: (connection: T) => boolean,
  ) {}

  opened(connection: T): void {
    this.#send(connection, returnSpreadMs(this.connections.size, this.#inBattles))
  }

  sweep(): void {
    this.#rest ??= this.connections.values()
    for (let swept = 0; swept < SWEPT_MAX; swept++) {
      const next = this.#rest.next()
      if (next.done) {
        this.#rest = undefined
        this.#inBattles = this.#counted
        this.#counted = 0
        return
      }
      const { value: connection } = next
      const isInBattle = this.isInBattle(connection)
      if (isInBattle) this.#counted += 1
      const inBattles = Math.max(this.#inBattles, this.#counted)
      this.#send(
        connection,
        isInBattle ? returnSpreadOfBattlesMs(inBattles) : returnSpreadMs(this.connections.size, inBattles),
      )
    }
  }

  #send(connection: T, spreadMs: number): void {
    if (!isAnotherSpread(connection.returnSpreadMs, spreadMs)) return
    connection.returnSpreadMs = spreadMs
    connection.event('return-spread', { spreadMs })
  }
}
