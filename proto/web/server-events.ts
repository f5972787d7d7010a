import type { MatchEndReason } from './competition.js'
import type { Category, Mode } from './limits.js'

/** WebSocket events to clients (browser protocol). Times are server Unix milliseconds. */

export interface RoomListItem {
  id: string
  name: string
  creator: string
  mode: Mode
  /** The text "2" for every room. */
  capacity: string
  category: Category
  passcodeRequired: boolean
  players: number
  /** False: the players see and hear each other at once. */
  veiled: boolean
}

/** How many rooms of a mode and category are listed. */
export interface RoomCount {
  mode: Mode
  category: Category
  rooms: number
}

export interface PlayerEntry {
  /** Identifies the seat's connection, not the account. */
  socketId: string
  username: string
  /** Empty for a judge, and for watchers. */
  discord_id: string
  id: number
  /** The provider's avatar hash, or empty. */
  avatar: string
  /** False while disconnected within the grace period. */
  connected: boolean
}

export interface IceServerEntry {
  urls: string[]
  username?: string
  credential?: string
}

export interface StartPeersData {
  peers: { socketId: string; id: number }[]
  /** Role in perfect negotiation (W3C webrtc-pc). */
  polite: boolean
  iceServers: IceServerEntry[]
  iceTransportPolicy: 'all' | 'relay'
}

export const ROOM_ORIGINS = ['lobby', 'match', 'tie'] as const
export type RoomOrigin = (typeof ROOM_ORIGINS)[number]

/** A watcher, who has no seat. */
export interface WatcherEntry {
  socketId: string
  name: string
  judge: boolean
}

/** Reveal of a veiled room, where pictures and sound are shown only while `open`. */
export interface RevealState {
  /** Rises whenever the reveal closes or its people change. */
  epoch: number
  /** Ids of players who show themselves. */
  ready: number[]
  open: boolean
  /**
   * Why it is closed although these two players had opened it; absent otherwise. `seat`: another page or connection took a
   * seat over. `by`: the player it came from, or null.
   */
  closed?: { why: 'withdrawn' | 'lost' | 'seat' | 'watcher'; by: number | null }
}

/** Players offer and send; watchers only receive. */
export interface StartWatchPeersData {
  watching: boolean
  /** Players for a watcher, watchers for a player; connections to others end. */
  peers: { socketId: string; name: string; judge: boolean; id: number | null }[]
  iceServers: IceServerEntry[]
  iceTransportPolicy: 'all' | 'relay'
  /** Rises with every change of the connections; a lower one is older, the same renews the lease. */
  generation?: number
  /** Milliseconds from receipt; players hang up unless it is renewed by then. Absent: no lease. */
  leaseMs?: number
}

export interface GifOptionEntry {
  /** Number of the option, from 1. */
  index: number
  gifUrl: string
  thumbnail: string
}

export const BATTLE_PHASES = ['waiting', 'prompt', 'show', 'vote', 'result'] as const
export type BattlePhase = (typeof BATTLE_PHASES)[number]

export const END_REASONS = ['finished', 'left', 'time-cap', 'interrupted'] as const
export type EndReasonName = (typeof END_REASONS)[number]

export interface PhaseTiming {
  deadline: number
  durationMs: number
}

/** An earlier chat line; `id` as in its frame. */
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
  /** Same as in `room-user-list`. */
  you?: number
  phase: BattlePhase
  round: number
  /** End of the phase; null while waiting. */
  deadline: number | null
  durationMs: number | null
  /** Ids of ready players while waiting. */
  ready: number[]
  /** Options of the prompt; empty outside it. */
  options: GifOptionEntry[]
  /** Null before the pick. */
  picked: number | null
  /** Wild Card played in this round, or null. */
  wildCard: string | null
  receivedGif: { round: number; gifUrl: string; wildCard: boolean } | null
  /** Ids of players who have voted. */
  voted: number[]
  endReason: EndReasonName | null
  finishedBy: number | null
  winnerId: number | null
  /** Ids of the battle's players; may have left. */
  battlePlayers: number[]
  startPeers: StartPeersData | null
  /** The room's cup tie, or null. */
  tie: { cupId: string; tieId: string; cupName: string } | null
  origin: RoomOrigin
  watchers: WatcherEntry[]
  spectatorConsents: number[]
  /** True if the recipient watches. */
  watching: boolean
  /** Null or absent in a room that is not veiled. */
  reveal?: RevealState | null
  /** Present while the phase is paused; it continues at `until` at the latest. */
  paused?: { remainingMs: number; until: number } | null
  /** Incident token about the other player, for `POST /report`; null or absent while alone. Good for 24 hours after parting. */
  incident?: string | null
  /** Lines since this player sat down, oldest first; only in the answer to `sync-room`, absent for watchers. */
  lines?: KeptLineEntry[]
  serverTime: number
  seq: number
}

export interface ServerEvents {
  'room-created': { roomId: string }
  /** `counts`: for visitors, who learn of no room. Combinations without rooms are left out. */
  'public-room-list': { rooms: RoomListItem[]; counts?: RoomCount[] }
  /** `you`: a player's own id in this room; absent: as `GET /auth/user` has it. */
  'room-user-list': { players: PlayerEntry[]; judges: PlayerEntry[]; you?: number }
  'join-error': { message: string; code: string }
  'start-peers': StartPeersData
  'user-connected': { socketId: string; id: number; username: string }
  'user-disconnected': { socketId: string; id: number; username: string }
  offer: { from: string; payload: object }
  answer: { from: string; payload: object }
  'ice-candidate': { from: string; payload: object }
  /**
   * `id` and `senderId` travel as marks of the frame. Contact details in `message` are covered for all but the writer;
   * `original` then has them for the other player, but without links. `coveredForOthers`: to the writer alone.
   */
  'receive-message':
    | { username: string; message: string; original?: string; coveredForOthers?: true; id?: string; senderId?: number }
    | { system: true; text: string }
  'play-drum': { phase: 'prompt' | 'show'; intervalMs: number }
  'prompt-gif': { round: number } & PhaseTiming
  'gif-options': { round: number; options: GifOptionEntry[] }
  'show-gif': { round: number } & PhaseTiming
  /** `playerId`: only for watchers, who see both players. */
  'receive-gif': { round: number; gifUrl: string; wildCard: boolean; playerId?: number }
  'end-game': PhaseTiming & { reason: EndReasonName; finishedBy: number | null }
  'winner-confirmed': { winnerId: number } & PhaseTiming
  'no-unanimous-winner': PhaseTiming
  'room-closed': { reason: string }
  'game-tick': { phase: BattlePhase; round: number; remainingMs: number; serverTime: number }
  /** The timer stands still while a picture is being repaired, `until` at the latest. */
  'phase-paused': { round: number; remainingMs: number; until: number }
  'phase-resumed': { round: number } & PhaseTiming
  /** Ids of the players who are ready; empty at the return to the waiting room. */
  'ready-changed': { ready: number[] }
  'reveal-state': RevealState
  /** A player of the room is typing. */
  typing: { id: number }
  'room-state': RoomStateData
  /** Sent about every four seconds; waits count from the start of the search. */
  'match-searching': {
    mode: Mode
    category: Category
    since: number
    estimatedWaitMs: number | null
    /** Number of such searches now, including this one. */
    waiting: number
  }
  /** A match: both answer by the deadline. `accepted`: this side's answer. */
  'match-found': { matchId: string; mode: Mode; category: Category; accepted: boolean } & PhaseTiming
  /** Sent when both have accepted; enter the reserved seat by `join-room`. */
  'match-ready': { roomId: string; mode: Mode; category: Category }
  'match-ended': { reason: MatchEndReason }
  watchers: { watchers: WatcherEntry[]; spectatorConsents: number[] }
  'start-watch-peers': StartWatchPeersData
  /** The connection ends after about `withinMs`: open another at a random moment before, with `continues: socketId`. */
  'going-away': {
    withinMs: number
    socketId: string
    /** Time within which to choose the moment, at most and by default `withinMs`. */
    spreadMs?: number
  }
  /**
   * Place of this connection in line, from 1: its sign-in or its command is answered in its turn. Sent at most once a
   * second.
   */
  waiting: { place: number; of: number }
  /** The line is full, and the command was refused: ask again after about this time, at a random moment. */
  'come-back': { afterMs: number }
  /** When this connection is lost, return at a random moment within this time, beside the usual back-off. */
  'return-spread': { spreadMs: number }
  /**
   * The answer to `probe`, and from then on sent where nothing else was: a frame comes at least every `withinMs`, and longer
   * silence is a fault.
   */
  alive: { withinMs: number }
  error: { event: string; error: string; code: string }
}

export type ServerEventName = keyof ServerEvents

/** Lets clients with two connections recognise duplicates. */
export interface FrameMarks {
  id?: string
  /** Account of a chat line's writer. */
  sender?: number
  /** Number of the latest battle update included; rises within a room. */
  update?: number
}

export type ServerFrame = {
  [Name in ServerEventName]: { event: Name; data: ServerEvents[Name]; seq?: number } & FrameMarks
}[ServerEventName]

/** The answer to an event with `ack`. */
export interface AckFrame {
  ack: number
  data: { success: true; [more: string]: unknown } | { success: false; error: string; code: string }
}

/** Carry `seq`, rising by one per connection. */
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
