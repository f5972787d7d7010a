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

export type SaveState = 'saving' | 'saved'

export interface RoomState {
  /** Null outside of a room. */
  roomId: string | null
  passcode: string | null
  /** Restored after a reload: the seat has to be taken again. */
  resumed: boolean
  about: { name: string; creator: string; mode: Mode; category: Category; origin: RoomOrigin } | null
  tie: boolean
  watchers: WatcherEntry[]
  /** Account ids. */
  spectatorConsents: number[]
  players: PlayerEntry[]
  phase: BattlePhase
  round: number
  deadline: number | null
  durationMs: number | null
  ready: number[]
  options: { round: number; list: GifOptionEntry[] }
  picked: number | null
  wildCard: string | null
  receivedGif: RoomStateData['receivedGif']
  /** The clip shown last: it can be saved until another one is shown. */
  lastGif: RoomStateData['receivedGif']
  saves: Readonly<Record<string, SaveState>>
  voted: number[]
  endReason: EndReasonName | null
  finishedBy: number | null
  /** Null in the phase `result`: nobody won. */
  winnerId: number | null
  battlePlayers: number[]
  lines: ChatLine[]
  /** Recent samples of the server's clock minus this one. */
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
