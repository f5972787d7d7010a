/** What a link to a room of a cup tie says. */
export interface WatchLink {
  roomId: string
  /** A judge's, which opens once; null for a spectator. */
  pass: string | null
  /** A judge's own session of the console, with which alone the pass opens; null for a spectator, and for a link handed on. */
  bearer: string | null
}

/** Under which the tab that opens a judge's link hands its session to the one that it opens, which begins with a copy of it. */
export const JUDGE_SESSION_KEY = 'judge-session'

/** Takes the session that a tab was opened with. From now on it is in this page's memory alone, as nothing of that tab's stays. */
export function takeBearer(storage: Pick<Storage, 'getItem' | 'clear'>): string | null {
  const bearer = storage.getItem(JUDGE_SESSION_KEY)
  if (bearer !== null) storage.clear()
  return bearer
}

/** The pass in the fragment of a judge's link, which browsers send to nobody; null where there is none. */
export const passIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('pass') || null

/** The room that the query names, or null. */
export const roomIn = (search: string): string | null => new URLSearchParams(search).get('room') || null
