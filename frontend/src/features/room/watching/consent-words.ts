interface Consents {
  mine: boolean
  theirs: boolean
  /** Null while nobody sits in the other corner. */
  opponent: string | null
}

/** How it stands with spectators, in one sentence. */
export function consentWords({ mine, theirs, opponent }: Consents): string {
  if (opponent === null) return 'Spectators come in only while both players allow it.'
  if (mine && theirs) return `You and ${opponent} both allow spectators.`
  if (mine) return `${opponent} has not allowed spectators, so there are none.`
  if (theirs) return `${opponent} allows spectators. They come in only if you do as well.`
  return `Neither you nor ${opponent} allows spectators.`
}
