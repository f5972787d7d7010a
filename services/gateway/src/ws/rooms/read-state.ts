import { type CallContext, KlaError, newId } from '@kla/chassis'
import type { BattleView, ShownGif, StartPeers, StartWatchPeers } from '@kla/proto'
import type { Sessions } from '../sessions.js'
import type { HubDeps, LiveRoom } from './live-room.js'
import type { Member } from './member.js'

/**
 * Makes a call for a member: on behalf of who has the seat, or in the gateway's own name for a connection that watches,
 * which may belong to no account.
 */
export const askFor = <T>(
  { session }: Member,
  sessions: Pick<Sessions, 'call'>,
  call: (context: CallContext) => Promise<T>,
): Promise<T> => (session ? sessions.call(session, call) : call({ requestId: newId() }))

export interface BattleReading {
  readonly battle: BattleView
  /** For who watches: what each player is being shown. */
  readonly shown: readonly ShownGif[]
}

/** The battle as a member may see it, as the engine has it now. Rejects with UNAVAILABLE, NOT_SEATED. */
export function readBattle(
  roomId: string,
  member: Member,
  { clients, sessions }: Pick<HubDeps, 'clients' | 'sessions'>,
): Promise<BattleReading> {
  return askFor(member, sessions, async (context) => {
    if (!member.watching) return { battle: await clients.engine.getBattle({ roomId }, context), shown: [] }
    const { battle, shown } = await clients.engine.watchBattle({ roomId }, context)
    if (!battle) throw new KlaError('UNAVAILABLE')
    return { battle, shown }
  })
}

/** How a member reaches others. */
interface PeersReading {
  /** The other player. */
  readonly start: StartPeers | undefined
  /** Those on the other side of watching; undefined if they were not asked for, or nobody has ever watched. */
  readonly watch: StartWatchPeers | undefined
}

export interface StateReading extends BattleReading {
  readonly peers: PeersReading
}

// Each repeat means that the battle moved on while it was being read; four in a row do not happen to a healthy engine.
const READINGS_MAX = 4

/** The battle, never older than what the member has been told. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function readCurrentBattle(room: LiveRoom, member: Member, deps: HubDeps): Promise<BattleReading> {
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const seen = await readBattle(room.roomId, member, deps)
    if (isCurrent(room, seen)) return seen
  }
  throw new KlaError('UNAVAILABLE')
}

/**
 * Reads what a room-state needs and the hub does not have. `peers`: fresh credentials, or those known here if there are;
 * `known`: the battle, if it was read just now. The reading is never older than what the member has been told. Rejects
 * with UNAVAILABLE, NOT_SEATED.
 */
export async function readState(
  room: LiveRoom,
  member: Member,
  peers: 'fresh' | 'known',
  deps: HubDeps,
  known?: BattleReading,
): Promise<StateReading> {
  const read = (): Promise<BattleReading> => readCurrentBattle(room, member, deps)
  const [seen, reached] = await Promise.all([known ?? read(), readPeers(room, member, peers, deps)])
  // News that came while the peers were being read has been told; a view without it would take it back.
  return { ...(isCurrent(room, seen) ? seen : await read()), peers: reached }
}

const isCurrent = (room: LiveRoom, { battle }: BattleReading): boolean => battle.newsSeq >= (room.battle.seq ?? 0)

/** How the member reaches others: known here, or asked for. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function readPeers(
  room: LiveRoom,
  member: Member,
  peers: 'fresh' | 'known',
  { clients, sessions }: HubDeps,
): Promise<PeersReading> {
  const { roomId } = room
  if (peers === 'known') {
    const known = room.peersOf(member.peerId)
    if (known || member.watching || (room.snapshot?.seats.length ?? 0) < 2) return { start: known, watch: undefined }
  }
  const watchingSocketId = member.watching ? member.peerId : ''
  const { start, watch } = await askFor(member, sessions, (context) =>
    clients.signalling.getPeers({ roomId, watchingSocketId }, context),
  )
  // What was told meanwhile may be newer; what is for an earlier connection is for nobody.
  const told = room.peersOf(member.peerId)
  const newer = start?.socketId === member.peerId && start.generation >= (told?.generation ?? 0) ? start : told
  return { start: newer, watch: peers === 'fresh' && watch?.socketId === member.peerId ? watch : undefined }
}
