import { type BattleView, EndReason, Phase, type Room, type StartPeers } from '@kla/proto'
import { type KeptLineEntry, ROOM_ORIGINS, type RoomStateData } from '@kla/proto/web'
import { endReasonName, phaseName } from '../battle/events.js'
import type { BattleMoment } from '../battle/feed.js'
import { roomFields } from '../lobby/room-list.js'
import { startWatchPeersData, watchersData } from '../spectating/watchers.js'
import type { HubDeps, LiveRoom } from './live-room.js'
import type { Member } from './member.js'
import { startPeersData } from './peers.js'
import { type BattleReading, readCurrentBattle, readPeers, readState, type StateReading } from './read-state.js'
import { userList } from './seats.js'

const orNull = (value: number): number | null => (value === 0 ? null : value)

/** Everything needed to draw the room, for the player, or for who watches, whose view of the battle is given. */
function roomState(inputs: {
  room: Room
  battle: BattleView
  peers: StartPeers | undefined
  watching: boolean
  lines: readonly KeptLineEntry[]
  seq: number
  nowMs: number
}): RoomStateData {
  const { room, battle, peers, watching, lines, seq, nowMs } = inputs
  const timed = battle.deadlineMs > 0
  return {
    roomId: room.id,
    ...roomFields(room),
    ...userList(room, watching),
    phase: phaseName(battle.phase),
    round: battle.round,
    deadline: timed ? battle.deadlineMs : null,
    durationMs: timed ? battle.durationMs : null,
    ready: battle.ready,
    options: battle.phase === Phase.PROMPT ? battle.options : [],
    picked: orNull(battle.picked),
    wildCard: battle.wildCard === '' ? null : battle.wildCard,
    receivedGif:
      battle.receivedGif === ''
        ? null
        : { round: battle.round, gifUrl: battle.receivedGif, wildCard: battle.receivedWildCard },
    voted: battle.voted,
    endReason: endReasonName(battle.endReason),
    finishedBy: orNull(battle.finishedBy),
    winnerId: orNull(battle.winnerId),
    battlePlayers: battle.players,
    tie: room.tie ?? null,
    origin: ROOM_ORIGINS.find((known) => known === room.origin) ?? 'lobby',
    ...watchersData(room),
    watching,
    startPeers: peers ? startPeersData(peers) : null,
    ...(lines.length > 0 ? { lines: [...lines] } : {}),
    serverTime: nowMs,
    seq,
  }
}

/**
 * The view of a battle that is waited for. It hides nothing and is the same for both, so that it need not be asked for:
 * who is ready came with the news.
 */
const waitingView = (roomId: string, { seq, ready, players }: BattleMoment): BattleView => ({
  roomId,
  battleId: '',
  phase: Phase.WAITING,
  round: 0,
  deadlineMs: 0,
  durationMs: 0,
  ready: [...ready],
  options: [],
  picked: 0,
  receivedGif: '',
  receivedWildCard: false,
  wildCard: '',
  voted: [],
  endReason: EndReason.UNSPECIFIED,
  finishedBy: 0,
  winnerId: 0,
  newsSeq: seq,
  players: [...players],
})

/** Reads the room as a member may see it and sends it as room-state. Rejects with UNAVAILABLE, NOT_SEATED. */
export async function deliverRoomState(
  room: LiveRoom,
  member: Member,
  peers: 'fresh' | 'known',
  deps: HubDeps,
): Promise<StateReading> {
  const reading = await readState(room, member, peers, deps)
  // Who asks may have reloaded its page; who is told unasked has seen them.
  sendState(room, member, reading, deps, peers === 'fresh' ? room.lines.of(member.accountId) : [])
  return reading
}

/** Who is ready has changed: sends the room-state that follows from it. Rejects as {@link deliverRoomState}. */
export async function deliverWaitingState(room: LiveRoom, member: Member, deps: HubDeps): Promise<void> {
  const peers = await readPeers(room, member, 'known', deps)
  const { moment } = room.battle
  // Whoever is ready last starts the battle: by now it may be on, and its own news has told that.
  if (moment?.phase !== Phase.WAITING) return
  sendState(room, member, { battle: waitingView(room.roomId, moment), shown: [], peers }, deps)
}

/**
 * A member has just come: a player is told how things stand unless nothing has begun, who watches in any case. Rejects as
 * {@link deliverRoomState}.
 */
export async function deliverArrivalState(room: LiveRoom, member: Member, deps: HubDeps): Promise<void> {
  const { moment } = room.battle
  if (moment && isIdle(moment) && !member.watching) return
  const seen = member.watching ? undefined : await readCurrentBattle(room, member, deps)
  // Mostly nothing has begun: how to reach the other player, which the news of the pair tells, need not be asked.
  if (seen && isIdle(seen.battle)) return catchUp(seen)
  const reading = await readState(room, member, 'known', deps, seen)
  sendState(room, member, reading, deps)
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
  { now }: HubDeps,
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
