import { type Call, type CallContext, createGrpcClient, type Identity, KlaError, type Metrics } from '@kla/chassis'
import { type GetPeersRequest, type GetPeersResponse, type Room, RoomsServiceService } from '@kla/proto'
import { isPermitted, startWatchPeersFor, type WatchLeases, watchPartsOf } from '../spectators/index.js'
import { type PairRoom, snapshotOf, startPeersFor, type WatchSettings } from './events.js'
import { partsOf, type PeerSession } from './rules.js'
import type { SessionStore } from './store.js'

interface RpcDeps {
  readonly rooms: Pick<RoomsClient, 'getRoom'>
  readonly store: Pick<SessionStore, 'load'>
  readonly pairRoom: PairRoom
  readonly settings: WatchSettings
  readonly leases: Pick<WatchLeases, 'ensure'>
}

/** Asks rooms first: the session may be old, or lost with Redis. Errors: UNAVAILABLE, NOT_SEATED. */
export const getPeers =
  ({ rooms, store, pairRoom, settings, leases }: RpcDeps) =>
  async ({ roomId, watchingSocketId }: GetPeersRequest, call: Call): Promise<GetPeersResponse> => {
    const accountId = watchingSocketId === '' ? (await call.principal()).accountId : 0
    const room = await loadRoom(rooms, roomId, call)
    const session =
      room === 'unavailable' ? (await store.load(roomId)).session : room && (await pairRoom(roomId, snapshotOf(room)))
    const start = session && startFor(roomId, session, accountId, settings)
    // Rooms decides who may watch.
    const watch =
      session && room && room !== 'unavailable'
        ? watchFor(room, session, { accountId, watchingSocketId }, settings)
        : undefined
    if (watch?.peers.length) await leases.ensure(roomId)
    if (start || watch) return { start, watch }
    if (room === 'unavailable') throw new KlaError('UNAVAILABLE')
    const seated = room?.seats.some((seat) => seat.accountId === accountId)
    if (watchingSocketId !== '' || !seated) throw new KlaError('NOT_SEATED')
    return { start, watch }
  }

function startFor(
  roomId: string,
  session: PeerSession,
  accountId: number,
  settings: WatchSettings,
): GetPeersResponse['start'] {
  const part = partsOf(session).find(({ self }) => self.accountId === accountId)
  return part && startPeersFor(roomId, session, part, settings, Date.now())
}

function watchFor(
  room: Room,
  { watching }: PeerSession,
  { accountId, watchingSocketId }: { readonly accountId: number; readonly watchingSocketId: string },
  settings: WatchSettings,
): GetPeersResponse['watch'] {
  if (!watching) return undefined
  const player = watching.players.find((one) => one.accountId === accountId)
  const socketId = watchingSocketId === '' ? player?.socketId : watchingSocketId
  const part = watchPartsOf(watching).find((one) => one.socketId === socketId && one.watching === !player)
  const leaseMs = isPermitted(watching, room) ? settings.watchLeaseMs : 0
  return part && startWatchPeersFor(room.id, watching, part, settings, { leaseMs, nowMs: Date.now() })
}

async function loadRoom(
  rooms: Pick<RoomsClient, 'getRoom'>,
  roomId: string,
  call: Call,
): Promise<Room | undefined | 'unavailable'> {
  try {
    return await rooms.getRoom(roomId, { requestId: call.requestId })
  } catch (error) {
    if (KlaError.from(error).code !== 'unavailable') throw error
    return 'unavailable'
  }
}

/** Client of the rooms service. */
export interface RoomsClient {
  getRoom(roomId: string, context: CallContext): Promise<Room | undefined>
  close(): void
}

export function createRoomsClient(address: string, identity: Identity, metrics: Metrics): RoomsClient {
  const client = createGrpcClient({
    definition: RoomsServiceService,
    address,
    identity,
    metrics,
    deadlineMs: 2_000,
  })
  return {
    async getRoom(roomId, context) {
      try {
        return (await client.getRoom({ roomId }, context)).room
      } catch (error) {
        if (error instanceof KlaError && error.reason === 'ROOM_NOT_FOUND') return undefined
        throw error
      }
    },
    close: () => client.close(),
  }
}
