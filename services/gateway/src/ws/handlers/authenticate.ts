import type { EventContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

/** Signs the connection in with a token, for clients that cannot send the cookie. */
export const authenticate =
  ({ lobby }: HandlerParts) =>
  async ({ connection, data }: EventContext<'authenticate'>): Promise<void> => {
    await connection.signIn({ accessToken: data.token })
    await lobby.signedIn(connection)
  }
