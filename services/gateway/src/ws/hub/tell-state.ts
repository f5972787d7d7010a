import { Phase } from '@kla/proto'
import type { KeptLineEntry } from '@kla/proto/web'
import { roomState } from '../views/room-state.js'
import { startWatchPeersData } from '../views/watch-peers.js'
import type { HubParts } from './hub-parts.js'
import type { LiveRoom } from './live-room.js'
import type { Member } from './member.js'
import type { BattleReading } from './read-battle.js'
import { readCurrentBattle, readPeers, readState, type StateReading } from './read-state.js'
import { waitingView } from './waiting-view.js'

/** Reads the room as a member may see it and sends it as room-state. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function tellState(
  room: LiveRoom,
  member: Member,
  peers: 'fresh' | 'known',
  parts: HubParts,
): Promise<StateReading> {
  const reading = await readState(room, member, peers, parts)
  // Who asks may have reloaded its page; who is told unasked has seen them.
  sendState(room, member, reading, parts, peers === 'fresh' ? room.lines.of(member.accountId) : [])
  return reading
}

/** Who is ready has changed: sends the room-state that follows from it. Rejects as {@link tellState}. */
export async function tellWaiting(room: LiveRoom, member: Member, parts: HubParts): Promise<void> {
  const peers = await readPeers(room, member, 'known', parts)
  const { moment } = room.battle
  // Whoever is ready last starts the battle: by now it may be on, and its own news has told that.
  if (moment?.phase !== Phase.WAITING) return
  sendState(room, member, { battle: waitingView(room.roomId, moment), shown: [], peers }, parts)
}

/**
 * A member has just come: a player is told how things stand unless nothing has begun, who watches in any case. Rejects as
 * {@link tellState}.
 */
export async function tellArrival(room: LiveRoom, member: Member, parts: HubParts): Promise<void> {
  const { moment } = room.battle
  if (moment && isIdle(moment) && !member.watching) return
  const seen = member.watching ? undefined : await readCurrentBattle(room, member, parts)
  // Mostly nothing has begun: how to reach the other player, which the news of the pair tells, need not be asked.
  if (seen && isIdle(seen.battle)) return catchUp(seen)
  const reading = await readState(room, member, 'known', parts, seen)
  sendState(room, member, reading, parts)
  catchUp(reading)

  function catchUp({ battle }: BattleReading): void {
    room.battle.see(battle)
    if (room.battle.seq === undefined) room.caughtUp(battle.newsSeq)
  }
}

const isIdle = ({ phase, ready }: { phase: Phase; ready: readonly number[] }): boolean =>
  phase === Phase.WAITING && ready.length === 0

function sendState(
  room: LiveRoom,
  member: Member,
  { battle, shown, peers }: StateReading,
  { now }: HubParts,
  lines: readonly KeptLineEntry[] = [],
): void {
  if (!room.snapshot || !room.has(member)) return
  if (member.stale) member.skip()
  member.stale = false
  member.battleFloor = Math.max(member.battleFloor, battle.newsSeq)
  room.battle.see(battle)
  const { seq, watching } = member
  const state = roomState({ room: room.snapshot, battle, peers: peers.start, watching, lines, seq, nowMs: now() })
  const news = battle.newsSeq
  member.deliver('room-state', state, { news })
  for (const { accountId, gifUrl, wildCard } of shown) {
    member.deliver('receive-gif', { round: battle.round, gifUrl, wildCard, playerId: accountId }, { news })
  }
  if (peers.watch) member.deliver('start-watch-peers', startWatchPeersData(peers.watch))
}
