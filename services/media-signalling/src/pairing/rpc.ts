import { type Call, type CallContext, createGrpcClient, type Identity, KlaError, type Metrics } from '@kla/chassis'
import { type GetPeersRequest, type GetPeersResponse, type Room, RoomsServiceService } from '@kla/proto'
import type { IceSettings } from '../ice/index.js'
import { startWatchPeersFor } from '../spectators/index.js'
import { watchPartsOf } from '../spectators/rules.js'
import { snapshotOf, startPeersFor } from './events.js'
import type { PairRoom } from './index.js'
import { partsOf, type PeerSession } from './rules.js'
import type { SessionStore } from './store.js'

/** What this service asks of rooms. */
export interface RoomsClient {
  /** The room as it stands, undefined if there is none. */
  getRoom(roomId: string, context: CallContext): Promise<Room | undefined>
  close(): void
}

export function createRoomsClient(address: string, identity: Identity, metrics: Metrics): RoomsClient {
  const client = createGrpcClient({ definition: RoomsServiceService, address, identity, metrics, deadlineMs: 2_000 })
  return {
    async getRoom(roomId, context) {
      try {
        return (await client.getRoom({ roomId, onlyLooks: true }, context)).room
      } catch (error) {
        if (error instanceof KlaError && error.reason === 'ROOM_NOT_FOUND') return undefined
        throw error
      }
    },
    close: () => client.close(),
  }
}

interface GetPeersParts {
  readonly rooms: Pick<RoomsClient, 'getRoom'>
  readonly store: Pick<SessionStore, 'load'>
  readonly pairRoom: PairRoom
  readonly settings: IceSettings
}

/**
 * The room is asked first: somebody who has just come back on a new connection must not be answered from a session of
 * the old one, even if the fact is still on its way. It also heals a session that was lost with its store.
 */
export const getPeers =
  ({ rooms, store, pairRoom, settings }: GetPeersParts) =>
  async ({ roomId, watchingSocketId }: GetPeersRequest, call: Call): Promise<GetPeersResponse> => {
    const accountId = watchingSocketId === '' ? (await call.principal()).accountId : 0
    const room = await askRoom(rooms, roomId, call)
    const session =
      room === 'unknown' ? (await store.load(roomId)).session : room && (await pairRoom(roomId, snapshotOf(room)))
    const start = session && startFor(roomId, session, accountId, settings)
    const watch = session && watchFor(roomId, session, { accountId, watchingSocketId }, settings)
    if (start || watch) return { start, watch }
    if (room === 'unknown') throw new KlaError('UNAVAILABLE')
    const seated = room?.seats.some((seat) => seat.accountId === accountId)
    if (watchingSocketId !== '' || !seated) throw new KlaError('NOT_SEATED')
    return { start, watch }
  }

function startFor(
  roomId: string,
  session: PeerSession,
  accountId: number,
  settings: IceSettings,
): GetPeersResponse['start'] {
  const part = partsOf(session).find(({ self }) => self.accountId === accountId)
  return part && startPeersFor(roomId, session, part, settings, Date.now())
}

function watchFor(
  roomId: string,
  { watching }: PeerSession,
  { accountId, watchingSocketId }: { readonly accountId: number; readonly watchingSocketId: string },
  settings: IceSettings,
): GetPeersResponse['watch'] {
  if (!watching) return undefined
  const player = watching.players.find((one) => one.accountId === accountId)
  const socketId = watchingSocketId === '' ? player?.socketId : watchingSocketId
  const part = watchPartsOf(watching).find((one) => one.socketId === socketId && one.watching === !player)
  return part && startWatchPeersFor(roomId, watching, part, settings, Date.now())
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
