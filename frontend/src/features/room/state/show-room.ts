import type { RoomStateData } from '@kla/proto/web'
import { mergeLines } from '../../../entities/room/chat-lines.js'
import { sampleClock } from '../../../entities/room/clock-offset.js'
import type { RoomState } from './room-state.js'

/** Draws the room as the server describes it; what only this browser knows (chat, clock, saves) stays. */
export const showRoom = (room: RoomState, state: RoomStateData, receivedAt: number): RoomState => ({
  roomId: state.roomId,
  passcode: room.passcode,
  resumed: false,
  about: {
    name: state.name,
    creator: state.creator,
    mode: state.mode,
    category: state.category,
    origin: state.origin,
  },
  tie: state.tie !== null,
  watchers: state.watchers,
  spectatorConsents: state.spectatorConsents,
  players: state.players,
  phase: state.phase,
  round: state.round,
  deadline: state.deadline,
  durationMs: state.durationMs,
  ready: state.ready,
  options: { round: state.round, list: state.options },
  picked: state.picked,
  wildCard: state.wildCard,
  receivedGif: state.receivedGif,
  lastGif: state.phase === 'waiting' ? null : (state.receivedGif ?? room.lastGif),
  saves: room.saves,
  voted: state.voted,
  endReason: state.endReason,
  finishedBy: state.finishedBy,
  winnerId: state.winnerId,
  battlePlayers: state.battlePlayers,
  lines: state.lines === undefined ? room.lines : mergeLines(room.lines, state.lines),
  clockSamplesMs: sampleClock(room.clockSamplesMs, state.serverTime, receivedAt),
})
