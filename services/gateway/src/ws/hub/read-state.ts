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
  parts: HubParts,
): Promise<StateReading> {
  const { clients, sessions } = parts
  const { roomId } = room
  const readBattle = async (): Promise<BattleView> => {
    for (let reading = 0; reading < READINGS_MAX; reading += 1) {
      const battle = await sessions.call(member.session, (context) => clients.engine.getBattle({ roomId }, context))
      if (battle.newsSeq >= (room.battle.seq ?? 0)) return battle
    }
    throw new KlaError('UNAVAILABLE')
  }
  const [battle, start] = await Promise.all([readBattle(), readPeers(room, member, peers, parts)])
  // News that came while the peers were being read has been told; a view without it would take it back.
  return { battle: battle.newsSeq >= (room.battle.seq ?? 0) ? battle : await readBattle(), peers: start }
}

/** How the member reaches the other player: known here, or asked for. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function readPeers(
  room: LiveRoom,
  member: Member,
  peers: 'fresh' | 'known',
  { clients, sessions }: HubParts,
): Promise<StartPeers | undefined> {
  const { roomId } = room
  if (peers === 'known') {
    const known = room.peersOf(member.socketId)
    if (known || (room.snapshot?.seats.length ?? 0) < 2) return known
  }
  const { start } = await sessions.call(member.session, (context) => clients.signalling.getPeers({ roomId, watchingSocketId: '' }, context))
  // What was told meanwhile may be newer; what is for an earlier connection is for nobody.
  const told = room.peersOf(member.socketId)
  return start?.socketId === member.socketId && start.generation >= (told?.generation ?? 0) ? start : told
}
