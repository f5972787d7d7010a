export interface WatchLink {
  roomId: string
  /** A judge's pass, valid once; null for a spectator. */
  pass: string | null
  /** Required with the pass; null for a spectator and for a forwarded link. */
  bearer: string | null
}

/**
 * Session storage key under which the console's tab hands its session to the tab it opens, which starts with a copy.
 */
export const JUDGE_SESSION_KEY = 'judge-session'

/** Clears the storage: the bearer then lives only in this page's memory. */
export function takeBearer(storage: Pick<Storage, 'getItem' | 'clear'>): string | null {
  const bearer = storage.getItem(JUDGE_SESSION_KEY)
  if (bearer !== null) storage.clear()
  return bearer
}

/** The pass is in the fragment, which browsers never send. */
export const passIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('pass') || null

export const roomIn = (search: string): string | null => new URLSearchParams(search).get('room') || null
