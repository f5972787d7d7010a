/** Which room this connection sits in or watches, and which room its address names. */
export interface Seat {
  roomId(): string | null
  /** The room for the socket's address. */
  heading(): string | null
  /** Turns the address to a room; false if it names that room already. */
  headFor(roomId: string): boolean
  /** Sits down; false if the socket's address does not name the room yet. */
  take(roomId: string): boolean
  /** Watches without a seat; the answer is that of `take`. */
  watch(roomId: string): boolean
  /** There is a new connection: a seat is kept for a grace, but nobody watches by it yet. */
  reconnected(): void
  leave(): void
}

export function createSeat(): Seat {
  let seated: string | null = null
  let heading: string | null = null
  let watching = false
  const be = (roomId: string | null, asWatcher: boolean) => {
    seated = roomId
    watching = asWatcher
  }
  return {
    roomId: () => seated,
    heading: () => heading,
    headFor(roomId) {
      if (heading === roomId) return false
      heading = roomId
      return true
    },
    take(roomId) {
      be(roomId, false)
      return heading === roomId
    },
    watch(roomId) {
      be(roomId, true)
      return heading === roomId
    },
    reconnected() {
      if (watching) be(null, false)
    },
    leave() {
      be(null, false)
      heading = null
    },
  }
}
