import type { RoomServices } from '../call/services.js'

interface Departing {
  departure: Pick<RoomServices['departure'], 'begin' | 'begun' | 'ended'>
  /** Asks Kla for the way out. Null if the seat is free, else why not. */
  attempt: () => Promise<string | null>
  /** Offers to stay, which cancels the departure. */
  onHeld: (why: string) => void
  pause: () => Promise<void>
}

/**
 * Stops picture and sound at once, and repeats the attempt until the player is out or stays. Nothing else brings them
 * back. False if the player stays, or has taken the panic exit.
 */
export async function depart({ departure, attempt, onHeld, pause }: Departing): Promise<boolean> {
  const isOver = () => departure.ended || !departure.begun
  departure.begin()
  for (;;) {
    const why = await attempt()
    // Even if the player stays: the seat is gone.
    if (why === null) return !departure.ended
    if (isOver()) return false
    onHeld(why)
    await pause()
    if (isOver()) return false
  }
}
