import { KlaError, type Call } from '@kla/chassis'
import type { GetPeersRequest, GetPeersResponse, Room } from '@kla/proto'
import type { RoomsClient } from '../clients/rooms.js'
import { partsOf } from '../domain/peer-session.js'
import { snapshotOf } from '../events/room-snapshot.js'
import { startPeersFor, type StartPeersSettings } from '../ice/start-peers.js'
import type { PairRoom } from '../pairing/pair-room.js'
import type { SessionStore } from '../store/session-store.js'

export interface GetPeersParts {
  readonly rooms: Pick<RoomsClient, 'getRoom'>
  readonly store: Pick<SessionStore, 'load'>
  readonly pairRoom: PairRoom
  readonly settings: StartPeersSettings
}

/**
 * The room is asked first: somebody who has just come back on a new connection must not be answered from a session of
 * the old one, even if the fact is still on its way. It also heals a session that was lost with its store.
 */
export const getPeers =
  ({ rooms, store, pairRoom, settings }: GetPeersParts) =>
  async ({ roomId }: GetPeersRequest, call: Call): Promise<GetPeersResponse> => {
    const { accountId } = await call.principal()
    const room = await askRoom(rooms, roomId, call)
    const session =
      room === 'unknown' ? (await store.load(roomId)).session : room && (await pairRoom(roomId, snapshotOf(room)))
    const part = session && partsOf(session).find(({ self }) => self.accountId === accountId)
    if (part) return { start: startPeersFor(session, part, settings, Date.now()) }
    if (room === 'unknown') throw new KlaError('UNAVAILABLE')
    if (!room?.seats.some((seat) => seat.accountId === accountId)) throw new KlaError('NOT_SEATED')
    return { start: undefined }
  }

/** 'unknown': rooms does not answer. */
async function askRoom(
  rooms: Pick<RoomsClient, 'getRoom'>,
  roomId: string,
  call: Call,
): Promise<Room | undefined | 'unknown'> {
  try {
    return await rooms.getRoom(roomId, { requestId: call.requestId })
  } catch (error) {
    if (KlaError.from(error).code !== 'unavailable') throw error
    return 'unknown'
  }
}
