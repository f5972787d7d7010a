/** What a link to a room of a cup tie says. */
export interface WatchLink {
  roomId: string
  /** A judge's, which opens once; null for a spectator. */
  pass: string | null
}

/** The pass in the fragment of a judge's link, which browsers send to nobody; null where there is none. */
export const passIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('pass') || null

/** The room that the query names, or null. */
export const roomIn = (search: string): string | null => new URLSearchParams(search).get('room') || null
