import type { PlayerEntry, RoomStateData } from '@kla/proto/web'

export const ME = 11
export const OTHER = 22
export const NOW = 1_700_000_000_000

export const player = (id: number, username: string): PlayerEntry => ({
  socketId: `s${id}`,
  username,
  discord_id: String(id),
  id,
  avatar: '',
  connected: true,
})

export const both = [player(ME, 'Maya'), player(OTHER, 'Jonas')]

/** A room of two that waits, with the given changes. */
export const roomStateData = (change: Partial<RoomStateData> = {}): RoomStateData => ({
  roomId: 'r1',
  name: 'Friday',
  creator: 'Maya',
  mode: 'rush',
  capacity: '2',
  category: 'default',
  passcodeRequired: false,
  players: both,
  judges: [],
  phase: 'waiting',
  round: 0,
  deadline: null,
  durationMs: null,
  ready: [],
  options: [],
  picked: null,
  wildCard: null,
  receivedGif: null,
  voted: [],
  endReason: null,
  finishedBy: null,
  winnerId: null,
  battlePlayers: [],
  startPeers: null,
  tie: null,
  origin: 'lobby',
  watchers: [],
  spectatorConsents: [],
  watching: false,
  serverTime: NOW,
  seq: 1,
  ...change,
})
