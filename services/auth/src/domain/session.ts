/** A session is known by its key, the hash of the id that the cookie begins with. */
export interface Session {
  readonly sessionKey: string
  readonly accountId: number
}
