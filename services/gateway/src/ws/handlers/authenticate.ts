import type { EventContext } from '../event-row.js'

/** Signs the connection in with a token, for clients that cannot send the cookie. */
export const authenticate =
  () =>
  ({ connection, data }: EventContext<'authenticate'>): Promise<void> =>
    connection.signIn({ accessToken: data.token })
