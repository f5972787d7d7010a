import { type CallContext, KlaError, newId } from '@kla/chassis'
import {
  BattleView,
  messageOf,
  Phase,
  type Room,
  type ShownGif,
  type StartPeers,
  type StartWatchPeers,
} from '@kla/proto'
import type { Clients } from '../../shared/clients.js'
import type { Sessions } from '../accounts/sessions.js'
import type { BattleFeed } from './battle-events.js'
import type { Member } from './member.js'

/** Calls on behalf of the seat's account; watchers have no principal. */
export const askFor = <T>(
  { session, connection }: Member,
  sessions: Pick<Sessions, 'call'>,
  call: (context: CallContext) => Promise<T>,
): Promise<T> => (session ? sessions.call(session, call) : call({ requestId: newId(), turn: connection.network }))

export interface ReadRoom {
  readonly roomId: string
  readonly snapshot: Room | undefined
  readonly battle: Pick<BattleFeed, 'seq'>
  /** Goes on from an older record, because Redis has lost what came after it. */
  goBack(updateSeq: number): void
  peersOf(peerId: string): StartPeers | undefined
}

/** Services that know a room's state. */
export interface ReadDeps {
  readonly clients: Pick<Clients, 'engine' | 'signalling'>
  readonly sessions: Pick<Sessions, 'call'>
}

/** A battle as read, with the shown stills. */
export interface BattleReading {
  readonly battle: BattleView
  readonly shown: readonly ShownGif[]
}

/** State of a room that no player has reserved for play. */
export const UNPLAYED: BattleReading = { battle: messageOf(BattleView, { phase: Phase.WAITING }), shown: [] }

export function readBattle(roomId: string, member: Member, { clients, sessions }: ReadDeps): Promise<BattleReading> {
  return askFor(member, sessions, async (context) => {
    if (!member.watching) return { battle: await clients.engine.getBattle({ roomId }, context), shown: [] }
    const { battle, shown } = await clients.engine.watchBattle({ roomId }, context)
    if (!battle) throw new KlaError('UNAVAILABLE')
    return { battle, shown }
  })
}

/**
 * Peers in a state. `fresh`: with new credentials. `known`: those of the last announcement, or else fresh ones.
 * `announced`: the room's update announces them, now or soon.
 */
export type PeersWanted = 'fresh' | 'known' | 'announced'

interface PeersReading {
  readonly start: StartPeers | undefined
  readonly watch: StartWatchPeers | undefined
}

/** A whole room state, as read. */
export interface StateReading extends BattleReading {
  readonly peers: PeersReading
}

// Each retry means that the battle moved on.
const READINGS_MAX = 4

/** Reads a battle no older than what was sent, unless its record went back. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function readCurrentBattle(room: ReadRoom, member: Member, deps: ReadDeps): Promise<BattleReading> {
  let wentBack = true
  for (let reading = 0; reading < READINGS_MAX; reading += 1) {
    const sent = room.battle.seq ?? 0
    const seen = await readBattle(room.roomId, member, deps)
    if (isCurrent(room, seen)) return seen
    wentBack &&= seen.battle.updateSeq < sent
    if (wentBack && reading === READINGS_MAX - 1) {
      room.goBack(seen.battle.updateSeq)
      return seen
    }
  }
  throw new KlaError('UNAVAILABLE')
}

/** Reads a state no older than what was sent. `known`: a battle read just now. Rejects as {@link readCurrentBattle}. */
export async function readState(
  room: ReadRoom,
  member: Member,
  peers: PeersWanted,
  deps: ReadDeps,
  known?: BattleReading,
): Promise<StateReading> {
  const read = (): Promise<BattleReading> => readCurrentBattle(room, member, deps)
  const [seen, reached] = await Promise.all([known ?? read(), readPeers(room, member, peers, deps)])
  // Updates sent meanwhile must not be reverted.
  return { ...(isCurrent(room, seen) ? seen : await read()), peers: reached }
}

/** True unless later updates have been sent. */
export const isCurrent = (room: ReadRoom, { battle }: BattleReading): boolean =>
  battle.updateSeq >= (room.battle.seq ?? 0)

/** Rejects with UNAVAILABLE, NOT_SEATED. */
export async function readPeers(
  room: ReadRoom,
  member: Member,
  peers: PeersWanted,
  { clients, sessions }: ReadDeps,
): Promise<PeersReading> {
  const { roomId } = room
  if (peers !== 'fresh') {
    const known = room.peersOf(member.peerId)
    if (known || peers === 'announced' || member.watching || (room.snapshot?.seats.length ?? 0) < 2)
      return { start: known, watch: undefined }
  }
  const watchingSocketId = member.watching ? member.peerId : ''
  const { start, watch } = await askFor(member, sessions, (context) =>
    clients.signalling.getPeers({ roomId, watchingSocketId }, context),
  )
  // Updates may be newer; a response for an earlier connection is dropped.
  const current = room.peersOf(member.peerId)
  const newer = start?.socketId === member.peerId && start.generation >= (current?.generation ?? 0) ? start : current
  return { start: newer, watch: peers === 'fresh' && watch?.socketId === member.peerId ? watch : undefined }
}
