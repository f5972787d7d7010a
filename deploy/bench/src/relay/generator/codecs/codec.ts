/** Where a player of the generator sits down. */
export interface Place {
  /** `http://host:port` of the gateway. */
  readonly server: string
  readonly headers: Readonly<Record<string, string>>
  /** Names the room with servers whose clients may choose. */
  readonly name: string
  /** What the server calls the room that the first player has entered; undefined for the first. */
  readonly room: string | undefined
}

export interface SeatEvents {
  /** A frame with a chat line has come; its text, or what holds it. */
  line(frame: string): void
  lost(why: string): void
}

/** Somebody who is connected, signed in and in a room. */
export interface Seat {
  /** What the server calls the room. */
  readonly room: string
  say(text: string): void
  /** Leaves the room, if the server wants to be told, and closes the connection. */
  leave(): Promise<void>
}

/** How one contender's clients speak: connects, proves who it is and enters the room. */
export type Codec = (place: Place, events: SeatEvents) => Promise<Seat>
