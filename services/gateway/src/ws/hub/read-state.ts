import { KlaError } from '@kla/chassis'
import type { BattleView, StartPeers } from '@kla/proto'
import type { HubParts } from './hub-parts.js'
import type { LiveRoom } from './live-room.js'
import type { Member } from './member.js'

export interface StateReading {
  readonly battle: BattleView
  readonly peers: StartPeers | undefined
}

// Each repeat means that the battle moved on while it was being read; four in a row do not happen to a healthy engine.
const READINGS_MAX = 4

/**
 * Reads what a room-state needs and the hub does not have. `peers`: fresh credentials, or those known here if there are.
 * The reading is never older than what the member has been told. Rejects with UNAVAILABLE, NOT_SEATED.
 */
export async function readState(
  room: LiveRoom,
  member: Member,
  peers: 'fresh' | 'known',
  { clients, sessions }: HubParts,
): Promise<StateReading> {
  const { roomId } = room
  const readPeers = async (): Promise<StartPeers | undefined> => {
    const known = room.peersOf(member.socketId)
    if (known && peers === 'known') return known
    const { start } = await sessions.call(member.session, (context) => clients.signalling.getPeers({ roomId }, context))
    // What was told meanwhile may be newer; what is for an earlier connection is for nobody.
    const told = room.peersOf(member.socketId)
    return start?.socketId === member.socketId && start.generation >= (told?.generation ?? 0) ? start : told
  }
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const [battle, start] = await Promise.all([
      sessions.call(member.session, (context) => clients.engine.getBattle({ roomId }, context)),
      readPeers(),
    ])
    if (battle.newsSeq >= (room.battle.seq ?? 0)) return { battle, peers: start }
  }
  throw new KlaError('UNAVAILABLE')
}
