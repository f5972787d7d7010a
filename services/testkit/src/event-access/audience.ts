import type { ServerEventName } from '@kla/proto/web'
import type { Sender } from './table.js'

/** What a connection has to do with rooms: nothing, a seat where nothing has begun, a seat in a battle, or it watches one. */
export type Place = 'outside' | 'waiting' | 'playing' | 'watching'

export const PLACES: Readonly<Record<Sender, Place>> = {
  anonymous: 'outside',
  'signed-out': 'outside',
  unverified: 'outside',
  'age-locked': 'outside',
  seatless: 'outside',
  'seated-elsewhere': 'waiting',
  seated: 'waiting',
  battler: 'playing',
  spectator: 'watching',
  judge: 'watching',
  'banned-rooms': 'outside',
  'banned-chat': 'waiting',
  'banned-api': 'waiting',
  'banned-global': 'outside',
}

const EVERYWHERE = ['outside', 'waiting', 'playing', 'watching'] as const
const SEATED = ['waiting', 'playing'] as const
const IN_A_ROOM = ['waiting', 'playing', 'watching'] as const
const BATTLE = ['playing', 'watching'] as const

/** Where a connection may be that is sent an event which it has not asked for. */
export const AUDIENCES: Readonly<Record<ServerEventName, readonly Place[]>> = {
  error: EVERYWHERE,
  'going-away': EVERYWHERE,
  'public-room-list': ['outside'],
  'join-error': ['outside', 'watching'],
  'match-searching': ['outside'],
  'match-found': ['outside'],
  'match-ready': ['outside'],
  'match-ended': ['outside'],
  // A seat that is lost is lost by whoever is outside from then on.
  'room-closed': EVERYWHERE,
  'room-created': SEATED,
  'room-state': IN_A_ROOM,
  'room-user-list': IN_A_ROOM,
  'user-connected': IN_A_ROOM,
  'user-disconnected': IN_A_ROOM,
  'start-peers': SEATED,
  'receive-message': IN_A_ROOM,
  offer: IN_A_ROOM,
  answer: IN_A_ROOM,
  'ice-candidate': IN_A_ROOM,
  watchers: IN_A_ROOM,
  'start-watch-peers': BATTLE,
  'game-tick': BATTLE,
  'play-drum': BATTLE,
  'prompt-gif': BATTLE,
  'gif-options': ['playing'],
  'show-gif': BATTLE,
  'receive-gif': BATTLE,
  'end-game': BATTLE,
  'winner-confirmed': BATTLE,
  'no-unanimous-winner': BATTLE,
}
