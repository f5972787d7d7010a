/** A session is known by its key, the hash of what the cookie holds. */
export interface Session {
  readonly sessionKey: string
  readonly accountId: number
}
