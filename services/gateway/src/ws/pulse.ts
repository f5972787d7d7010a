import { SILENCE_MAX_MS } from '@kla/proto/web'

interface Beating {
  readonly isListening: boolean
  /** Set to 0 by every frame that is sent there. */
  silentBeats: number
  beAlive(): void
}

/** Each connection is looked at once in this time. */
export const BEAT_MS = 1_000
/** A beat's connections take turns, so that no turn of the event loop is long. */
export const PARTS = 4
/** One beat less than is promised: the first began before the last frame, and turns are late. */
const SILENT_MAX = SILENCE_MAX_MS / BEAT_MS - 1

/** Keeps connections that listen for it from being silent for longer than SILENCE_MAX_MS, by one sweep for all of them. */
export class Pulse {
  #rest: Iterator<Beating> | undefined
  #partSize = 0

  constructor(private readonly connections: ReadonlySet<Beating>) {}

  /** The next part of the connections. */
  sweep(): void {
    if (!this.#rest) {
      // A set's iterator passes over what is deleted, and comes to what is added.
      this.#rest = this.connections.values()
      // And some that open meanwhile.
      this.#partSize = Math.ceil(this.connections.size / PARTS) + 1
    }
    for (let swept = 0; swept < this.#partSize; swept++) {
      const { done, value } = this.#rest.next()
      if (done) {
        this.#rest = undefined
        return
      }
      if (value.isListening && (value.silentBeats += 1) >= SILENT_MAX) value.beAlive()
    }
  }
}
