/** Which room this connection sits in, and which room its address names. */
export interface Seat {
  roomId(): string | null
  /** The room for the socket's address. */
  heading(): string | null
  /** Turns the address to a room; false if it names that room already. */
  headFor(roomId: string): boolean
  /** Sits down; false if the socket's address does not name the room yet. */
  take(roomId: string): boolean
  leave(): void
}

export function createSeat(): Seat {
  let seated: string | null = null
  let heading: string | null = null
  return {
    roomId: () => seated,
    heading: () => heading,
    headFor(roomId) {
      if (heading === roomId) return false
      heading = roomId
      return true
    },
    take(roomId) {
      seated = roomId
      return heading === roomId
    },
    leave() {
      seated = null
      heading = null
    },
  }
}
