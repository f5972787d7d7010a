import { Type, type Static, type TObject } from 'typebox'
import { CATEGORIES, MEDIA_ROUTES, MESSAGE_MAX, MODES, ROOM_CAPACITY } from './limits.js'

/**
 * What a client sends by WebSocket: the data of each event (browser protocol). Lengths of names and passcodes are
 * judged by the rooms service after trimming, with texts of their own; here stand only bounds that no client exceeds.
 */

const open = { additionalProperties: true } as const
const roomId = Type.String({ minLength: 1, maxLength: 64 })
const text = (max: number) => Type.String({ maxLength: max })
const inRoom = Type.Object({ roomId }, open)
/**
 * What `going-away` called the connection that this one takes over from, while both are open: the place in the room, and
 * what the browsers have between them, go on as they are.
 */
const continues = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))
/** A 1-based position in one's own options. */
const pick = Type.Object({ roomId, index: Type.Integer({ minimum: 1, maximum: 100 }) }, open)
/** Of the options meant, so that a press at its very end does not mean the next ones; absent: whichever is played. */
const round = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))
const gifUrl = Type.String({ minLength: 1, maxLength: 2048 })
const signal = Type.Object(
  { to: Type.String({ minLength: 1, maxLength: 64 }), payload: Type.Object({}, { additionalProperties: true }) },
  open,
)

export const ClientEvents = {
  authenticate: Type.Object({ token: text(4096) }, open),
  'request-room-list': Type.Object({}, open),
  'create-room': Type.Object(
    {
      roomName: text(1000),
      passcode: Type.Union([text(1000), Type.Null()]),
      passcodeRequired: Type.Boolean(),
      publicRoom: Type.Boolean(),
      mode: Type.Enum(MODES),
      capacity: Type.Literal(ROOM_CAPACITY),
      category: Type.Enum(CATEGORIES),
    },
    open,
  ),
  'join-room': Type.Object(
    {
      roomId,
      passcode: Type.Optional(Type.Union([text(1000), Type.Null()])),
      role: Type.Literal('player'),
    },
    open,
  ),
  'leave-room': inRoom,
  'sync-room': Type.Object({ roomId, continues }, open),
  'send-message': Type.Object(
    { roomId, username: Type.Optional(text(200)), message: Type.String({ minLength: 1, maxLength: MESSAGE_MAX }) },
    open,
  ),
  'ready-up': inRoom,
  'gif-choice': pick,
  'save-gif-choice': Type.Object({ ...pick.properties, round }, open),
  'wild-card-choice': Type.Object({ roomId, gifUrl }, open),
  'save-gif-received': Type.Object({ roomId, receivedGif: gifUrl }, open),
  'user-finishes': inRoom,
  'declare-winner': Type.Object({ roomId, winnerId: Type.Union([Type.Integer(), Type.Null()]) }, open),
  'find-match': Type.Object({ mode: Type.Enum(MODES), category: Type.Enum(CATEGORIES) }, open),
  'cancel-match': Type.Object({}, open),
  'answer-match': Type.Object({ matchId: Type.String({ minLength: 1, maxLength: 64 }), accept: Type.Boolean() }, open),
  /** `pass`: a judge's; `bearer`: the token of that administrator's own session in the console, without which it opens nothing. */
  'watch-room': Type.Object(
    {
      roomId,
      continues,
      pass: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()])),
      bearer: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 512 }), Type.Null()])),
    },
    open,
  ),
  'stop-watching': inRoom,
  'allow-spectators': Type.Object({ roomId, allow: Type.Boolean() }, open),
  offer: signal,
  answer: signal,
  'ice-candidate': signal,
  /** The first picture has come on a new connection between the browsers, and by which way. Counted, and no more. */
  'media-connected': Type.Object({ via: Type.Enum(MEDIA_ROUTES) }, open),
} as const satisfies Record<string, TObject>

export type ClientEventName = keyof typeof ClientEvents
export type ClientEventData<Name extends ClientEventName> = Static<(typeof ClientEvents)[Name]>

/** The envelope of every frame from a client. */
export const ClientFrame = Type.Object({
  event: Type.String({ minLength: 1, maxLength: 64 }),
  data: Type.Optional(Type.Object({}, { additionalProperties: true })),
  /** Asks for an answer with the same number. */
  ack: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  /** Makes the event take effect at most once within two minutes. */
  id: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' })),
  /**
   * The sender's trace, as a W3C `traceparent`. The house may continue it; whether it is recorded is not for the sender to
   * say. Anything else is ignored: an event is never refused for its trace.
   */
  trace: Type.Optional(Type.String({ maxLength: 256 })),
})
export type ClientFrame = Static<typeof ClientFrame>

/** What an answer carries beside `success: true`, for the events that say more. */
export interface AckData {
  'create-room': { roomId: string }
  'save-gif-choice': { gifUrl: string }
  'wild-card-choice': { remainingWildCards: number }
  'save-gif-received': { gifUrl: string }
}

/** The `data` of an answer. */
export type Ack<Name extends ClientEventName> =
  | ({ success: true } & (Name extends keyof AckData ? AckData[Name] : unknown))
  | { success: false; error: string; code: string }
