import { KlaError } from '@kla/chassis'
import type { EventContext } from '../event-row.js'
import type { Lobby } from '../lobby.js'

/** Sends the public rooms, now and whenever they change, until the connection enters one. */
export const requestRoomList =
  ({ lobby }: { readonly lobby: Lobby }) =>
  async ({ connection }: EventContext<'request-room-list'>): Promise<void> => {
    if (connection.member) throw new KlaError('ALREADY_SEATED')
    // Whose cookie it is may not be known yet: players see more than visitors.
    if (!connection.session) await connection.whoever().catch(() => undefined)
    await lobby.subscribe(connection)
  }
