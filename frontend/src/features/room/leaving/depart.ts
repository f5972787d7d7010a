import type { RoomServices } from '../call/services.js'

interface Departing {
  departure: Pick<RoomServices['departure'], 'begin' | 'begun' | 'ended'>
  /** Asks Kla for the way out. Null if the seat is free, else why not. */
  attempt: () => Promise<string | null>
  /** Offers to stay, which cancels the departure. Null once nothing holds the player any more. */
  onHeld: (why: string | null) => void
  pause: () => Promise<void>
}

/** Number of the departure that counts; any earlier one is over. */
let latest = 0

/** Ends all departures, for the panic exit: in a broken room, no media would. */
export const endDepartures = (): void => void (latest += 1)

/**
 * Stops picture and sound at once, and repeats the attempt until the player is out or stays. Nothing else brings them
 * back. False if the player stays, has taken the panic exit, or leaves in another way since.
 */
export async function depart({ departure, attempt, onHeld, pause }: Departing): Promise<boolean> {
  endDepartures()
  const mine = latest
  const isOver = () => departure.ended || !departure.begun || latest !== mine
  departure.begin()
  for (;;) {
    const why = await attempt()
    // Even if the player stays: the seat is gone.
    if (why === null && !departure.ended && (latest === mine || !departure.begun)) return true
    if (why === null || isOver()) break
    onHeld(why)
    await pause()
    if (isOver()) break
  }
  if (latest === mine) onHeld(null)
  return false
}
