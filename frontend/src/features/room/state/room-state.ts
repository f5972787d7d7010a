import type {
  BattlePhase,
  Category,
  EndReasonName,
  GifOptionEntry,
  Mode,
  PlayerEntry,
  RoomOrigin,
  RoomStateData,
  WatcherEntry,
} from '@kla/proto/web'
import type { ChatLine } from '../../../entities/room/chat-lines.js'

/** How far saving a GIF has come. */
export type SaveState = 'saving' | 'saved'

/** The room as this player sees it. */
export interface RoomState {
  /** Null outside of a room. */
  roomId: string | null
  /** For the invite link. */
  passcode: string | null
  /** Kept over a reload of the page: the seat has to be taken again. */
  resumed: boolean
  about: { name: string; creator: string; mode: Mode; category: Category; origin: RoomOrigin } | null
  /** Whether this is the room of a cup tie, which can be watched. */
  tie: boolean
  watchers: WatcherEntry[]
  /** Ids of the players who consent to spectators. */
  spectatorConsents: number[]
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
  /** The address of the Wild Card that this player has played in this round. */
  wildCard: string | null
  receivedGif: RoomStateData['receivedGif']
  /** The clip shown last in this battle: it can be saved until another one is shown. */
  lastGif: RoomStateData['receivedGif']
  /** What this player saves or has saved here, by address. */
  saves: Readonly<Record<string, SaveState>>
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
  tie: false,
  watchers: [],
  spectatorConsents: [],
  players: [],
  phase: 'waiting',
  round: 0,
  deadline: null,
  durationMs: null,
  ready: [],
  options: { round: 0, list: [] },
  picked: null,
  wildCard: null,
  receivedGif: null,
  lastGif: null,
  saves: {},
  voted: [],
  endReason: null,
  finishedBy: null,
  winnerId: null,
  battlePlayers: [],
  lines: [],
  clockSamplesMs: [],
}
