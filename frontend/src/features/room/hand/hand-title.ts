interface Shown {
  picked: number | null
  wildCard: string | null
  trayOpen: boolean
}

/** What the hand is for just now. */
export function handTitle(opponent: string, { picked, wildCard, trayOpen }: Shown): string {
  if (wildCard !== null) return `Your Wild Card for ${opponent}`
  if (picked !== null) return `Your pick for ${opponent}`
  return trayOpen ? `Play a saved GIF for ${opponent}` : `Pick a GIF for ${opponent}`
}
