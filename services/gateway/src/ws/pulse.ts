import { SILENCE_MAX_MS } from '@kla/proto/web'

interface Beating {
  readonly isListening: boolean
  /** Beats since the last sent frame, which resets it. */
  silentBeats: number
  beAlive(): void
}

export const BEAT_MS = 1_000
/** Parts of a beat, for short turns of the event loop. */
export const PARTS = 4
/** One beat less than promised: the first began before the last frame, and turns may be late. */
const SILENT_MAX = SILENCE_MAX_MS / BEAT_MS - 1

/** Sends signs of life before a silence of SILENCE_MAX_MS, by one sweep for all connections. */
export class Pulse {
  #rest: Iterator<Beating> | undefined
  #partSize = 0

  constructor(private readonly connections: ReadonlySet<Beating>) {}

  sweep(): void {
    if (!this.#rest) {
      // A set's iterator skips deleted entries and reaches added ones.
      this.#rest = this.connections.values()
      // One more for connections that open meanwhile.
      this.#partSize = Math.ceil(this.connections.size / PARTS) + 1
    }
    for (let swept = 0; swept < this.#partSize; swept++) {
      const next = this.#rest.next()
      if (next.done) {
        this.#rest = undefined
        return
      }
      const { value: connection } = next
      if (connection.isListening && (connection.silentBeats += 1) >= SILENT_MAX) connection.beAlive()
    }
  }
}
