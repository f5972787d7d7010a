/** What the player gets ready for. */
export interface ReadyRequest {
  /** Label of the button. */
  readonly go: string
  /** Absent where no room is known yet. */
  readonly veiled?: boolean | undefined
  /** Rooms take over the open camera; a search may lead to one. */
  readonly leadsTo: 'room' | 'own-room' | 'search' | 'elsewhere'
  /** `agreed`: the player agrees to be seen at once. Resolves to false if it was refused. */
  readonly act: (agreed: boolean) => unknown
}

/** Milliseconds for which the camera stays open for what follows. */
export const HELD_MS: Readonly<Record<ReadyRequest['leadsTo'], number>> = {
  // Exceeds the deadline of an event's answer.
  room: 15_000,
  'own-room': 15_000,
  search: 60_000,
  elsewhere: 0,
}
