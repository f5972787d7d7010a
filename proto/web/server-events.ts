import type { MatchEndReason } from './competition.js'
import type { Category, Mode } from './limits.js'

/** Events to clients (browser protocol). Times are server Unix milliseconds. */

/** A room in the public list. */
export interface RoomListItem {
  id: string
  name: string
  creator: string
  mode: Mode
  capacity: string
  category: Category
  passcodeRequired: boolean
  players: number
  /** False: players see each other at once. */
  veiled: boolean
}

/** Rooms of a mode and category. */
export interface RoomCount {
  mode: Mode
  category: Category
  rooms: number
}

/** Players who search and play in a mode and category. */
export interface PoolActivity {
  mode: Mode
  category: Category
  /** 4 means one to four (`ACTIVITY_EXACT_FROM`); other numbers are exact. */
  searching: number
  /** Players with an opponent in a room, listed or not; rounded like `searching`. */
  playing: number
  /** Milliseconds as in `match-searching`; null: not known. */
  estimatedWaitMs: number | null
}

/** A player or judge in a room. */
export interface PlayerEntry {
  /** Identifies a connection, not an account. */
  socketId: string
  username: string
  /** Empty for judges and watchers. */
  discord_id: string
  id: number
  avatar: string
  /** False within the grace period. */
  connected: boolean
}

/** An ICE server, as WebRTC takes it. */
export interface IceServerEntry {
  urls: string[]
  username?: string
  credential?: string
}

/** How to connect to the opponent. */
export interface StartPeersData {
  peers: { socketId: string; id: number }[]
  /** Role in perfect negotiation (W3C webrtc-pc). */
  polite: boolean
  iceServers: IceServerEntry[]
  iceTransportPolicy: 'all' | 'relay'
}

export const ROOM_ORIGINS = ['lobby', 'match', 'tie'] as const
/** How a room was opened. */
export type RoomOrigin = (typeof ROOM_ORIGINS)[number]

/** A spectator or judge, without a seat. */
export interface WatcherEntry {
  socketId: string
  name: string
  judge: boolean
}

/** Pictures and sound are shown only while `open`. */
export interface RevealState {
  /** Rises whenever the reveal closes or players change. */
  epoch: number
  ready: number[]
  open: boolean
  /** Why a reveal closed. `seat`: another connection took a seat over. `by`: the player who caused it. */
  closed?: { why: 'withdrawn' | 'lost' | 'seat' | 'watcher'; by: number | null }
}

/** Players offer and send; watchers only receive. */
export interface StartWatchPeersData {
  watching: boolean
  peers: { socketId: string; name: string; judge: boolean; id: number | null }[]
  iceServers: IceServerEntry[]
  iceTransportPolicy: 'all' | 'relay'
  /** Lower ones are older; the same renews the lease. */
  generation?: number
  /** Milliseconds until players hang up; absent: no lease. */
  leaseMs?: number
}

/** GIF that the player may pick. */
export interface GifOptionEntry {
  index: number
  gifUrl: string
  thumbnail: string
}

export const BATTLE_PHASES = ['waiting', 'prompt', 'show', 'vote', 'result'] as const
/** Phase of a battle's round. */
export type BattlePhase = (typeof BATTLE_PHASES)[number]

export const END_REASONS = ['finished', 'left', 'time-cap', 'interrupted'] as const
/** Why a battle came to its end. */
export type EndReasonName = (typeof END_REASONS)[number]

export const NO_WINNER_REASONS = ['left', 'interrupted', 'missing-vote', 'none', 'split'] as const
/**
 * Why a battle has no winner: an opponent left before both votes, Kla was interrupted, a vote was missing at the
 * deadline, both voted for no winner, or the votes differed.
 */
export type NoWinnerReason = (typeof NO_WINNER_REASONS)[number]

/** Deadline and length of a phase in milliseconds. */
export interface PhaseTiming {
  deadline: number
  durationMs: number
}

/** Clip that the opponent picked for this player. */
export interface ReceivedClip {
  gifUrl: string
  thumbnail: string
}

/** Earlier chat message; `id` as in its frame. */
export interface KeptLineEntry {
  id: string
  username: string
  message: string
  senderId?: number
  original?: string
}

/** Everything that draws a room for one player. */
export interface RoomStateData {
  roomId: string
  name: string
  creator: string
  mode: Mode
  capacity: string
  category: Category
  passcodeRequired: boolean
  players: PlayerEntry[]
  judges: PlayerEntry[]
  /** Equals `you` of `room-user-list`. */
  you?: number
  phase: BattlePhase
  round: number
  deadline: number | null
  durationMs: number | null
  ready: number[]
  options: GifOptionEntry[]
  picked: number | null
  wildCard: string | null
  receivedGif: { round: number; gifUrl: string; wildCard: boolean } | null
  voted: number[]
  endReason: EndReasonName | null
  finishedBy: number | null
  winnerId: number | null
  /** Set in the phase `result` without a winner, for players of the battle and watchers. */
  noWinner?: NoWinnerReason | null
  /**
   * Clips from the rotation that this player received in the battle, oldest first; each can be saved until the next battle.
   * Absent: as before. A waiting room leaves it out unless the player has asked for its state.
   */
  receivedGifs?: ReceivedClip[]
  /** Empty for a newcomer, who learns nothing of the outcome either. */
  battlePlayers: number[]
  startPeers: StartPeersData | null
  tie: { cupId: string; tieId: string; cupName: string } | null
  origin: RoomOrigin
  watchers: WatcherEntry[]
  spectatorConsents: number[]
  watching: boolean
  /** Absent or null without veil. */
  reveal?: RevealState | null
  /** The phase continues at `until` at the latest. */
  paused?: { remainingMs: number; until: number } | null
  /** Incident token for `POST /report`; null or absent while alone. Valid for 24 hours after parting. */
  incident?: string | null
  /** Oldest first; only from `sync-room`, for players. */
  lines?: KeptLineEntry[]
  serverTime: number
  seq: number
}

/** Events to clients, with their data. */
export interface ServerEvents {
  'room-created': { roomId: string }
  /** `counts`: for visitors, who see no rooms. `revision`: for players who asked for differences. */
  'public-room-list': { rooms: RoomListItem[]; counts?: RoomCount[]; revision?: number }
  /**
   * Difference to the list of the revision `from`, instead of a list, to players who asked for differences. Rooms that
   * moved are removed and added; `at` is the place in the new list.
   */
  'room-list-change': {
    from: number
    to: number
    removed: string[]
    changed: RoomListItem[]
    added: { at: number; room: RoomListItem }[]
  }
  /**
   * Every mode and category, to connections that read the room list: with the list, and on change, at most every
   * `ACTIVITY_INTERVAL_MS`. Empty: not known.
   */
  'lobby-activity': { pools: PoolActivity[] }
  /**
   * Room in which another connection of the account has a seat, to players who read the room list: after
   * `request-room-list` if there is one, and when that changes. Null: there is none any more. `join-room` takes the seat
   * over, `leave-room` gives it up. `veiled` comes with a room.
   */
  'seated-elsewhere': { roomId: string | null; name?: string; veiled?: boolean }
  /** `you`: own id here; absent: as in `GET /auth/user`. */
  'room-user-list': { players: PlayerEntry[]; judges: PlayerEntry[]; you?: number }
  'join-error': { message: string; code: string }
  'start-peers': StartPeersData
  'user-connected': { socketId: string; id: number; username: string }
  'user-disconnected': { socketId: string; id: number; username: string }
  offer: { from: string; payload: object }
  answer: { from: string; payload: object }
  'ice-candidate': { from: string; payload: object }
  /**
   * `message` has contact details only for the writer; `original` for the opponent, without links. `coveredForOthers`:
   * to the writer alone.
   */
  'receive-message':
    | { username: string; message: string; original?: string; coveredForOthers?: true; id?: string; senderId?: number }
    | { system: true; text: string }
  'play-drum': { phase: 'prompt' | 'show'; intervalMs: number }
  'prompt-gif': { round: number } & PhaseTiming
  'gif-options': { round: number; options: GifOptionEntry[] }
  'show-gif': { round: number } & PhaseTiming
  /** `playerId`: given to watchers only. */
  'receive-gif': { round: number; gifUrl: string; wildCard: boolean; playerId?: number }
  'end-game': PhaseTiming & { reason: EndReasonName; finishedBy: number | null }
  'winner-confirmed': { winnerId: number } & PhaseTiming
  'no-unanimous-winner': PhaseTiming & { why: NoWinnerReason }
  'room-closed': { reason: string }
  'game-tick': { phase: BattlePhase; round: number; remainingMs: number; serverTime: number }
  /** Pauses during a repair, `until` at the latest. */
  'phase-paused': { round: number; remainingMs: number; until: number }
  'phase-resumed': { round: number } & PhaseTiming
  /**
   * Ids of the players who are ready. In the phase `result` that is for a rematch, which begins once both are; they stay
   * ready when the room returns to `waiting`.
   */
  'ready-changed': { ready: number[] }
  'reveal-state': RevealState
  typing: { id: number }
  'room-state': RoomStateData
  /** Sent every four seconds; waits count from the start. */
  'match-searching': {
    mode: Mode
    category: Category
    since: number
    estimatedWaitMs: number | null
    waiting: number
  }
  /** `accepted`: whether this side has accepted. */
  'match-found': { matchId: string; mode: Mode; category: Category; accepted: boolean } & PhaseTiming
  /** Take the reserved seat by `join-room`. */
  'match-ready': { roomId: string; mode: Mode; category: Category }
  'match-ended': { reason: MatchEndReason }
  watchers: { watchers: WatcherEntry[]; spectatorConsents: number[] }
  'start-watch-peers': StartWatchPeersData
  /** The connection ends within `withinMs`: open another before, at random, with `continues: socketId`. */
  'going-away': {
    withinMs: number
    socketId: string
    /** Range of that moment; default and maximum `withinMs`. */
    spreadMs?: number
  }
  /** Place in the admission queue, sent at most once a second. */
  waiting: { place: number; of: number }
  /** The queue is full: repeat the refused command around then, at random. */
  'come-back': { afterMs: number }
  /** Range of random returns after a loss, beside the back-off. */
  'return-spread': { spreadMs: number }
  /**
   * Token for the next connection of this page, beside the cookie, sent if the address has `token=wanted` or
   * `token=first`. Open that connection at an address with `token=first`, and send `authenticate` first. Replaces earlier
   * ones; lives minutes, and is replaced in time.
   */
  'return-token': { token: string }
  /** Answers `probe`; then frames come every `withinMs`, and longer silence is a fault. */
  alive: { withinMs: number }
  error: { event: string; error: string; code: string }
}

/** Name of an event to clients. */
export type ServerEventName = keyof ServerEvents

/** Lets clients with two connections recognise duplicates. */
export interface FrameMarks {
  id?: string
  /** Account of a chat message's writer. */
  sender?: number
  /** Latest battle update that it includes. */
  update?: number
}

/** Envelope of an event to clients. */
export type ServerFrame = {
  [Name in ServerEventName]: { event: Name; data: ServerEvents[Name]; seq?: number } & FrameMarks
}[ServerEventName]

/** The answer to an event with `ack`. */
export interface AckFrame {
  ack: number
  data: { success: true; [more: string]: unknown } | { success: false; error: string; code: string }
}

/** Events with `seq`, which rises by one per connection. */
export const SEQUENCED_EVENTS: ReadonlySet<ServerEventName> = new Set<ServerEventName>([
  'room-user-list',
  'start-peers',
  'user-connected',
  'user-disconnected',
  'receive-message',
  'play-drum',
  'prompt-gif',
  'gif-options',
  'show-gif',
  'receive-gif',
  'end-game',
  'winner-confirmed',
  'no-unanimous-winner',
  'room-closed',
  'watchers',
  'phase-paused',
  'phase-resumed',
  'ready-changed',
  'reveal-state',
])
