import type {
  BattlePhase,
  Category,
  EndReasonName,
  GifOptionEntry,
  Mode,
  PlayerEntry,
  RoomStateData,
} from '@kla/proto/web'
import type { ChatLine } from './chat-lines.js'

/** The room as this player sees it. */
export interface RoomState {
  /** Null outside of a room. */
  roomId: string | null
  /** For the invite link. */
  passcode: string | null
  /** Kept over a reload of the page: the seat has to be taken again. */
  resumed: boolean
  about: { name: string; creator: string; mode: Mode; category: Category } | null
  players: PlayerEntry[]
  phase: BattlePhase
  round: number
  /** On the server's clock; null while waiting. */
  deadline: number | null
  durationMs: number | null
  /** Ids of those who are ready, while waiting. */
  ready: number[]
  /** This player's own options, and the round they are for. */
  options: { round: number; list: GifOptionEntry[] }
  /** The index picked in this round. */
  picked: number | null
  receivedGif: RoomStateData['receivedGif']
  /** Ids of those who have voted. */
  voted: number[]
  endReason: EndReasonName | null
  finishedBy: number | null
  /** Null in the phase `result`: nobody won. */
  winnerId: number | null
  battlePlayers: number[]
  lines: ChatLine[]
  /** How far the server's clock is ahead of this one, as measured lately. */
  clockSamplesMs: number[]
}

export const outside: RoomState = {
  roomId: null,
  passcode: null,
  resumed: false,
  about: null,
  players: [],
  phase: 'waiting',
  round: 0,
  deadline: null,
  durationMs: null,
  ready: [],
  options: { round: 0, list: [] },
  picked: null,
  receivedGif: null,
  voted: [],
  endReason: null,
  finishedBy: null,
  winnerId: null,
  battlePlayers: [],
  lines: [],
  clockSamplesMs: [],
}
