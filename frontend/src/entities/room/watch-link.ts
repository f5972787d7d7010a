/** What a watch address carries in its fragment. */
export interface WatchLink {
  roomId: string
  pass: string | null
  /** Required with the pass; null for a forwarded link. */
  bearer: string | null
}

/** Session storage key for the console's session in the opened tab. */
export const JUDGE_SESSION_KEY = 'judge-session'

/** Clears the storage: the bearer stays in this page's memory alone. */
export function takeBearer(storage: Pick<Storage, 'getItem' | 'clear'>): string | null {
  const bearer = storage.getItem(JUDGE_SESSION_KEY)
  if (bearer !== null) storage.clear()
  return bearer
}

/** Reads the pass from the fragment, which browsers never send. */
export const passIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('pass') || null

export const roomIn = (search: string): string | null => new URLSearchParams(search).get('room') || null
