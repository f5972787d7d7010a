import { Phase, type BattleView, type Room, type StartPeers } from '@kla/proto'
import { ROOM_ORIGINS, type KeptLineEntry, type RoomStateData } from '@kla/proto/web'
import { endReasonName, phaseName } from './phase.js'
import { userList } from './player.js'
import { roomFields } from './room-fields.js'
import { startPeersData } from './start-peers.js'
import { watchersData } from './watcher.js'

const orNull = (value: number): number | null => (value === 0 ? null : value)

/** Everything needed to draw the room, for the player, or for who watches, whose view of the battle is given. */
export function roomState(parts: {
  room: Room
  battle: BattleView
  peers: StartPeers | undefined
  watching: boolean
  lines: readonly KeptLineEntry[]
  seq: number
  nowMs: number
}): RoomStateData {
  const { room, battle, peers, watching, lines, seq, nowMs } = parts
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
