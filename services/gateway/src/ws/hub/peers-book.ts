/** What is to be connected from one connection, as of a number that rises with each change. */
interface Part {
  readonly socketId: string
  readonly generation: number
}

// Two players and their watchers, and what their earlier connections have left behind.
const PARTS_MAX = 32

/** The newest part of each connection of a room. A part may be told before its connection has come. */
export class PeersBook<P extends Part> {
  readonly #parts = new Map<string, P>()

  /** `isHere`: whether a connection has a place in the room, as far as is known. */
  constructor(private readonly isHere: (socketId: string) => boolean) {}

  get(socketId: string): P | undefined {
    return this.#parts.get(socketId)
  }

  /** Takes a part; answers whether it is newer than what was known. */
  take(part: P): boolean {
    if ((this.#parts.get(part.socketId)?.generation ?? 0) >= part.generation) return false
    this.#parts.set(part.socketId, part)
    if (this.#parts.size > PARTS_MAX) {
      for (const socketId of this.#parts.keys()) if (!this.isHere(socketId)) this.#parts.delete(socketId)
    }
    return true
  }
}
