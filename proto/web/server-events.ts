import type { MatchEndReason } from './competition.js'
import type { Category, Mode } from './limits.js'

/** What the server sends by WebSocket (browser protocol). Times are Unix milliseconds on the server's clock. */

export interface RoomListItem {
  id: string
  name: string
  /** Empty where the room has a passcode and who looks is not signed in. */
  creator: string
  mode: Mode
  /** "2". */
  capacity: string
  /** Empty where `creator` is. */
  category: Category | ''
  passcodeRequired: boolean
  players: number
}

export interface PlayerEntry {
  /** Names the seat's connection, not the person. */
  socketId: string
  username: string
  /** Empty for a judge, and in what watchers are told. */
  discord_id: string
  id: number
  /** The provider's avatar hash, or empty. */
  avatar: string
  /** False while the connection is lost and the grace runs. */
  connected: boolean
}

export interface IceServerEntry {
  urls: string[]
  username?: string
  credential?: string
}

export interface StartPeersData {
  peers: { socketId: string; id: number }[]
  /** Whether this side yields when both offer at once (W3C webrtc-pc, perfect negotiation). */
  polite: boolean
  iceServers: IceServerEntry[]
  iceTransportPolicy: 'all' | 'relay'
}

export const ROOM_ORIGINS = ['lobby', 'match', 'tie'] as const
export type RoomOrigin = (typeof ROOM_ORIGINS)[number]

/** Somebody who sees and hears a room without a seat. */
export interface WatcherEntry {
  socketId: string
  name: string
  judge: boolean
}

/** What a player or a watcher needs for the connections between them. Players offer and send; watchers only receive. */
export interface StartWatchPeersData {
  /** Whether the recipient watches. */
  watching: boolean
  /** For a watcher the players, for a player all watchers: connections with anybody else are over. */
  peers: { socketId: string; name: string; judge: boolean; id: number | null }[]
  iceServers: IceServerEntry[]
  iceTransportPolicy: 'all' | 'relay'
}

export interface GifOptionEntry {
  /** From 1. */
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

/** Everything needed to draw the room as it stands, for one player. */
/** A chat line that was said before; `id` is the one that its frame carried. */
export interface KeptLineEntry {
  id: string
  username: string
  message: string
}

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
  phase: BattlePhase
  round: number
  /** Null while waiting. */
  deadline: number | null
  durationMs: number | null
  /** Ids of those who are ready, while waiting. */
  ready: number[]
  /** This player's own options of the round; empty outside the prompt. */
  options: GifOptionEntry[]
  /** The index this player picked in this round, or null. */
  picked: number | null
  /** The address of the Wild Card that this player has played in this round, or null. */
  wildCard: string | null
  receivedGif: { round: number; gifUrl: string; wildCard: boolean } | null
  /** Ids of those who have voted, not for whom. */
  voted: number[]
  endReason: EndReasonName | null
  finishedBy: number | null
  winnerId: number | null
  /** The ids of the two who play, or have just played, the battle; they may have left since. */
  battlePlayers: number[]
  /** How to reach the other player, or null while there is nobody to reach. */
  startPeers: StartPeersData | null
  /** The cup tie for which this room was opened, or null. */
  tie: { cupId: string; tieId: string; cupName: string } | null
  /** How people came here: somebody created it, quick match, or a cup. */
  origin: RoomOrigin
  watchers: WatcherEntry[]
  /** Ids of the players who consent to spectators. */
  spectatorConsents: number[]
  /** Whether the one who asks watches, and has no seat. */
  watching: boolean
  /**
   * In the answer to `sync-room`: the last chat lines, the oldest first, that were said while this player had a seat here.
   * Absent for who watches, and where nothing was said.
   */
  lines?: KeptLineEntry[]
  serverTime: number
  seq: number
}

export interface ServerEvents {
  'room-created': { roomId: string }
  'public-room-list': { rooms: RoomListItem[] }
  'room-user-list': { players: PlayerEntry[]; judges: PlayerEntry[] }
  'join-error': { message: string; code: string }
  'start-peers': StartPeersData
  'user-connected': { socketId: string; id: number; username: string }
  'user-disconnected': { socketId: string; id: number; username: string }
  offer: { from: string; payload: object }
  answer: { from: string; payload: object }
  'ice-candidate': { from: string; payload: object }
  /** `id` is what the frame carries beside the data; clients may note it there. */
  'receive-message': { username: string; message: string; id?: string } | { system: true; text: string }
  'play-drum': { phase: 'prompt' | 'show'; intervalMs: number }
  'prompt-gif': { round: number } & PhaseTiming
  'gif-options': { round: number; options: GifOptionEntry[] }
  'show-gif': { round: number } & PhaseTiming
  /** `playerId`: to whom it is shown; only for those who watch, who get it for each player. */
  'receive-gif': { round: number; gifUrl: string; wildCard: boolean; playerId?: number }
  'end-game': PhaseTiming & { reason: EndReasonName; finishedBy: number | null }
  'winner-confirmed': { winnerId: number } & PhaseTiming
  'no-unanimous-winner': PhaseTiming
  'room-closed': { reason: string }
  'game-tick': { phase: BattlePhase; round: number; remainingMs: number; serverTime: number }
  'room-state': RoomStateData
  /** The search as it stands, about every four seconds. Times are Unix milliseconds, waits are from the beginning. */
  'match-searching': {
    mode: Mode
    category: Category
    since: number
    /** How long a search like this takes lately; null: not known. */
    estimatedWaitMs: number | null
    /** Searches like this one now, this one included. */
    waiting: number
  }
  /** Somebody was found: both answer by the deadline. `accepted`: whether this side has. */
  'match-found': { matchId: string; mode: Mode; category: Category; accepted: boolean } & PhaseTiming
  /** Both accepted, and this side has a seat for its grace: take it up by `join-room`. */
  'match-ready': { roomId: string; mode: Mode; category: Category }
  'match-ended': { reason: MatchEndReason }
  /** Who watches the room, and which players consent to spectators. */
  watchers: { watchers: WatcherEntry[]; spectatorConsents: number[] }
  'start-watch-peers': StartWatchPeersData
  /**
   * This connection ends within `withinMs`, or a little later. Who knows this event opens another one at a random moment
   * until then, takes its place up there (`continues: socketId`), and closes this one.
   */
  'going-away': { withinMs: number; socketId: string }
  error: { event: string; error: string; code: string }
}

export type ServerEventName = keyof ServerEvents

/** What lets a client that has two connections for a moment tell what both of them bring. The same on each. */
export interface FrameMarks {
  /** Of a chat line: its own. */
  id?: string
  /** Of the battle's events and of `room-state`: the number of the battle's newest news in it; rises within a room. */
  news?: number
}

export type ServerFrame = {
  [Name in ServerEventName]: { event: Name; data: ServerEvents[Name]; seq?: number } & FrameMarks
}[ServerEventName]

/** An answer to an event that carried `ack`. */
export interface AckFrame {
  ack: number
  data: { success: true; [more: string]: unknown } | { success: false; error: string; code: string }
}

/**
 * Events of one room: each carries `seq`, rising by one from event to event on a connection. Signalling, answers,
 * ticks and the lobby's list carry none.
 */
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
])
