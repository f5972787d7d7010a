import type { BanScope, ClientEventData, ClientEventName, Reason, ServerEventName } from '@kla/proto/web'

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

/** Connections that receive events unasked. */
export const AUDIENCES: Readonly<Record<ServerEventName, readonly Place[]>> = {
  error: EVERYWHERE,
  'going-away': EVERYWHERE,
  waiting: EVERYWHERE,
  'come-back': EVERYWHERE,
  'return-spread': EVERYWHERE,
  'return-token': EVERYWHERE,
  alive: EVERYWHERE,
  'public-room-list': ['outside'],
  'room-list-change': ['outside'],
  'lobby-activity': ['outside'],
  'seated-elsewhere': ['outside'],
  'join-error': ['outside', 'watching'],
  'match-searching': ['outside'],
  'match-found': ['outside'],
  'match-ready': ['outside'],
  'match-ended': ['outside'],
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
  'phase-paused': BATTLE,
  'phase-resumed': BATTLE,
  'ready-changed': IN_A_ROOM,
  'reveal-state': IN_A_ROOM,
  typing: SEATED,
  'play-drum': BATTLE,
  'prompt-gif': BATTLE,
  'gif-options': ['playing'],
  'show-gif': BATTLE,
  'receive-gif': BATTLE,
  'end-game': BATTLE,
  'winner-confirmed': BATTLE,
  'no-unanimous-winner': BATTLE,
}

/** What the requests refer to. */
export interface Target {
  readonly roomId: string
  readonly openRoomId: string
  readonly peer: string
  readonly token: string
}

export const EVENT_REQUESTS: { readonly [Name in ClientEventName]: (target: Target) => ClientEventData<Name> } = {
  authenticate: ({ token }) => ({ token }),
  'request-room-list': () => ({}),
  'create-room': () => ({
    roomName: 'A room of its own',
    passcode: null,
    passcodeRequired: false,
    publicRoom: true,
    mode: 'rush',
    capacity: '2',
    category: 'default',
  }),
  'join-room': ({ openRoomId }) => ({ roomId: openRoomId, passcode: null, role: 'player' }),
  'look-at-room': ({ openRoomId }) => ({ roomId: openRoomId }),
  'leave-room': ({ roomId }) => ({ roomId }),
  'leave-and-block': ({ roomId }) => ({ roomId }),
  'sync-room': ({ roomId }) => ({ roomId }),
  'send-message': ({ roomId }) => ({ roomId, message: 'let me in' }),
  'ready-up': ({ roomId }) => ({ roomId }),
  'gif-choice': ({ roomId }) => ({ roomId, index: 1 }),
  'save-gif-choice': ({ roomId }) => ({ roomId, index: 1 }),
  'wild-card-choice': ({ roomId }) => ({ roomId, gifUrl: 'https://clips.example/unknown.mp4' }),
  'save-gif-received': ({ roomId }) => ({ roomId, receivedGif: 'https://clips.example/unknown.mp4' }),
  'user-finishes': ({ roomId }) => ({ roomId }),
  'declare-winner': ({ roomId }) => ({ roomId, winnerId: null }),
  'find-match': () => ({ mode: 'stamina', category: 'gay' }),
  'cancel-match': () => ({}),
  'answer-match': () => ({ matchId: '018f6b1e-7c1a-7000-8000-000000000000', accept: true }),
  'watch-room': ({ roomId }) => ({ roomId }),
  'stop-watching': ({ roomId }) => ({ roomId }),
  'allow-spectators': ({ roomId }) => ({ roomId, allow: true }),
  reveal: ({ roomId }) => ({ roomId, show: true, epoch: 0 }),
  typing: ({ roomId }) => ({ roomId }),
  probe: () => ({}),
  'link-repair': ({ roomId }) => ({ roomId, repairing: true }),
  offer: ({ peer }) => ({ to: peer, payload: { type: 'offer', sdp: 'v=0' } }),
  answer: ({ peer }) => ({ to: peer, payload: { type: 'answer', sdp: 'v=0' } }),
  'ice-candidate': ({ peer }) => ({ to: peer, payload: { candidate: '' } }),
  'media-connected': () => ({ via: 'relay' }),
}

/**
 * Table of who may send which event, checked by the gateway's tests in memory and by the end-to-end tests. `join-room`
 * and `look-at-room` mean a public room with a free seat, other events an open cup tie of two others, unless the sender
 * has a seat elsewhere.
 */
const SENDERS_DESCRIBED = {
  anonymous: 'without a cookie or a token',
  'signed-out': 'with the cookie of a session that has ended',
  unverified: 'signed in, without an age verdict',
  'age-locked': 'signed in, has declared to be under 18',
  seatless: 'an adult without a seat',
  'seated-elsewhere': 'has a seat in another room, and means the tie',
  seated: 'has a seat in a room of the lobby where nothing has begun',
  battler: 'plays the tie, which is in a prompt',
  spectator: 'watches the tie with its own account',
  judge: 'watches the tie with a pass, without an account',
  'banned-rooms': 'banned from rooms',
  'banned-chat': 'banned from the chat, otherwise as "seated"',
  'banned-api': 'banned from the API, otherwise as "seated"',
  'banned-global': 'banned from everything',
} as const satisfies Record<string, string> & Record<`banned-${BanScope}`, string>

export type Sender = keyof typeof SENDERS_DESCRIBED
export const SENDERS = Object.keys(SENDERS_DESCRIBED) as Sender[]

/** Service that refuses an event. */
export type Decider = 'gateway' | 'auth' | 'rooms' | 'game-engine'

/** What happens to an event. */
export type EventOutcome =
  | { readonly kind: 'allowed' }
  /** Refused in the acknowledgement or `error`; `join-room` also in `join-error`. */
  | { readonly kind: 'refused'; readonly reason: Reason; readonly by: Decider }
  | { readonly kind: 'closed'; readonly code: number }

type Row = Readonly<Record<Sender, EventOutcome>>

const ALLOWED: EventOutcome = { kind: 'allowed' }
const refused = (reason: Reason, by: Decider = 'gateway'): EventOutcome => ({ kind: 'refused', reason, by })
const CLOSED: EventOutcome = { kind: 'closed', code: 4003 }

const NOT_SIGNED_IN = refused('NOT_SIGNED_IN')
const NOT_SEATED = refused('NOT_SEATED')
const ALREADY_SEATED = refused('ALREADY_SEATED')
const UNDER_AGE = refused('AGE_NOT_CONFIRMED', 'rooms')

const WITHOUT_ACCOUNT = { anonymous: NOT_SIGNED_IN, 'signed-out': NOT_SIGNED_IN, judge: NOT_SIGNED_IN } as const
const BANNED = { 'banned-global': CLOSED } as const

const seated = (outcome: EventOutcome) => ({ seated: outcome, 'banned-chat': outcome, 'banned-api': outcome })
const outsiders = (outcome: EventOutcome) => ({
  unverified: outcome,
  'age-locked': outcome,
  seatless: outcome,
  'seated-elsewhere': outcome,
  'banned-rooms': outcome,
})

const ofPlayers = (
  decider: Decider,
  outcomes: { readonly seated: EventOutcome; readonly battler: EventOutcome },
): Row => {
  const notSeated = refused('NOT_SEATED', decider)
  return {
    ...WITHOUT_ACCOUNT,
    ...BANNED,
    ...outsiders(notSeated),
    spectator: notSeated,
    ...seated(outcomes.seated),
    battler: outcomes.battler,
  }
}

const entering = (spectator: EventOutcome, elsewhere: EventOutcome, anonymous = NOT_SIGNED_IN): Row => ({
  anonymous,
  'signed-out': anonymous,
  judge: anonymous,
  ...BANNED,
  unverified: UNDER_AGE,
  'age-locked': UNDER_AGE,
  seatless: ALLOWED,
  spectator,
  ...seated(elsewhere),
  'seated-elsewhere': elsewhere,
  battler: elsewhere,
  'banned-rooms': refused('BANNED_FROM_ROOMS'),
})

const SIGNALS: Row = {
  ...WITHOUT_ACCOUNT,
  ...BANNED,
  ...outsiders(NOT_SEATED),
  ...seated(ALLOWED),
  battler: ALLOWED,
  spectator: ALLOWED,
  judge: ALLOWED,
  'seated-elsewhere': refused('NO_SUCH_PEER'),
}

const inBattle = (waiting: Reason, battler: EventOutcome): Row =>
  ofPlayers('game-engine', { seated: refused(waiting, 'game-engine'), battler })

export const EVENT_ACCESS: Readonly<Record<ClientEventName, Row>> = {
  authenticate: {
    ...outsiders(ALLOWED),
    ...seated(ALLOWED),
    battler: ALLOWED,
    spectator: ALLOWED,
    ...BANNED,
    anonymous: refused('NOT_SIGNED_IN', 'auth'),
    'signed-out': refused('NOT_SIGNED_IN', 'auth'),
    judge: refused('NOT_SIGNED_IN', 'auth'),
  },
  'request-room-list': {
    anonymous: ALLOWED,
    'signed-out': ALLOWED,
    ...outsiders(ALLOWED),
    ...BANNED,
    ...seated(ALREADY_SEATED),
    'seated-elsewhere': ALREADY_SEATED,
    battler: ALREADY_SEATED,
    spectator: ALREADY_SEATED,
    judge: ALREADY_SEATED,
  },
  'create-room': entering(ALLOWED, refused('ALREADY_SEATED', 'rooms'), refused('NOT_SIGNED_IN_TO_CREATE')),
  'join-room': entering(ALLOWED, refused('ALREADY_SEATED', 'rooms')),
  'look-at-room': entering(ALLOWED, ALLOWED),
  'find-match': entering(ALREADY_SEATED, ALREADY_SEATED),
  'leave-room': ofPlayers('rooms', { seated: ALLOWED, battler: ALLOWED }),
  // Works after leaving too: blocks the last opponent there.
  'leave-and-block': ofPlayers('rooms', { seated: ALLOWED, battler: ALLOWED }),
  'sync-room': {
    ...ofPlayers('rooms', { seated: ALLOWED, battler: ALLOWED }),
    spectator: ALLOWED,
    judge: ALLOWED,
    'banned-rooms': refused('BANNED_FROM_ROOMS'),
  },
  'send-message': {
    ...ofPlayers('gateway', { seated: ALLOWED, battler: ALLOWED }),
    'banned-chat': refused('BANNED_FROM_CHAT'),
  },
  'ready-up': ofPlayers('game-engine', { seated: ALLOWED, battler: refused('NOT_WAITING', 'game-engine') }),
  'gif-choice': inBattle('NOT_PROMPTING', ALLOWED),
  'save-gif-choice': inBattle('NOT_PLAYING', refused('NO_GIF_SAVES', 'game-engine')),
  'wild-card-choice': inBattle('NOT_PROMPTING', refused('NOT_IN_LIBRARY', 'game-engine')),
  'save-gif-received': inBattle('NOT_RECEIVED', refused('NOT_RECEIVED', 'game-engine')),
  'user-finishes': inBattle('NOT_PLAYING', ALLOWED),
  'declare-winner': inBattle('NOT_VOTING', refused('NOT_VOTING', 'game-engine')),
  'cancel-match': {
    ...WITHOUT_ACCOUNT,
    ...BANNED,
    ...outsiders(ALLOWED),
    ...seated(ALLOWED),
    battler: ALLOWED,
    spectator: ALLOWED,
  },
  'answer-match': {
    ...WITHOUT_ACCOUNT,
    ...BANNED,
    ...outsiders(refused('MATCH_GONE', 'rooms')),
    ...seated(refused('MATCH_GONE', 'rooms')),
    battler: refused('MATCH_GONE', 'rooms'),
    spectator: refused('MATCH_GONE', 'rooms'),
    'banned-rooms': refused('BANNED_FROM_ROOMS'),
  },
  'watch-room': {
    ...WITHOUT_ACCOUNT,
    ...BANNED,
    seatless: ALLOWED,
    spectator: ALLOWED,
    unverified: UNDER_AGE,
    'age-locked': UNDER_AGE,
    'banned-rooms': refused('BANNED_FROM_ROOMS', 'rooms'),
    ...seated(ALREADY_SEATED),
    'seated-elsewhere': ALREADY_SEATED,
    battler: ALREADY_SEATED,
  },
  'stop-watching': {
    anonymous: ALLOWED,
    'signed-out': ALLOWED,
    judge: ALLOWED,
    ...outsiders(ALLOWED),
    ...BANNED,
    ...seated(ALLOWED),
    battler: ALLOWED,
    spectator: ALLOWED,
  },
  'allow-spectators': ofPlayers('gateway', { seated: refused('NOT_WATCHABLE', 'rooms'), battler: ALLOWED }),
  // A tie is veiled; its epoch rose as the players came.
  reveal: ofPlayers('gateway', {
    seated: refused('NOT_VEILED', 'rooms'),
    battler: refused('REVEAL_OUTDATED', 'rooms'),
  }),
  typing: {
    ...ofPlayers('gateway', { seated: ALLOWED, battler: ALLOWED }),
    'banned-chat': refused('BANNED_FROM_CHAT'),
  },
  probe: {
    anonymous: ALLOWED,
    'signed-out': ALLOWED,
    judge: ALLOWED,
    ...outsiders(ALLOWED),
    ...BANNED,
    ...seated(ALLOWED),
    battler: ALLOWED,
    spectator: ALLOWED,
  },
  'link-repair': inBattle('NOT_PLAYING', ALLOWED),
  offer: SIGNALS,
  answer: SIGNALS,
  'ice-candidate': SIGNALS,
  'media-connected': {
    ...ofPlayers('gateway', { seated: ALLOWED, battler: ALLOWED }),
    'seated-elsewhere': ALLOWED,
  },
}

/** Events with this outcome; those that change the sender come last. */
export const eventsThatAre = (kind: EventOutcome['kind'], sender: Sender): ClientEventName[] =>
  (Object.keys(EVENT_ACCESS) as ClientEventName[])
    .filter((event) => EVENT_ACCESS[event][sender].kind === kind)
    .sort((one, other) => LAST.indexOf(one) - LAST.indexOf(other))

const LAST: readonly ClientEventName[] = [
  ...(['watch-room', 'create-room', 'join-room', 'find-match', 'stop-watching', 'user-finishes'] as const),
  ...(['leave-room', 'leave-and-block'] as const),
]
