import type { Histogram } from '@kla/chassis'
import type { Connection } from './connection.js'

/**
 * How long it takes from asking to join somebody to seeing them. Both ends are read here, when the frames come: what one
 * was late on its way the other was too.
 */
export class JoinTimes {
  readonly #began = new WeakMap<Connection, number>()

  constructor(private readonly seconds: Pick<Histogram, 'observe'>) {}

  /** A connection asked at this time for a seat in a room where somebody was, and has it. */
  joined(connection: Connection, receivedAt: number): void {
    this.#began.set(connection, receivedAt)
  }

  /** It sees the other one; only the first time after joining is measured. */
  pictured(connection: Connection, receivedAt: number): void {
    const began = this.#began.get(connection)
    if (began === undefined) return
    this.#began.delete(connection)
    this.seconds.observe((receivedAt - began) / 1000)
  }
}
