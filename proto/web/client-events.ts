import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { CATEGORIES, MEDIA_ROUTES, MESSAGE_MAX, MODES, ROOM_CAPACITY } from './limits.js'
import type { RoomListItem } from './server-events.js'

/** Data of WebSocket events from clients (browser protocol). Rooms checks names and passcodes more strictly. */

const open = { additionalProperties: true } as const
const roomId = Type.String({ minLength: 1, maxLength: 64 })
const text = (max: number) => Type.String({ maxLength: max })
const inRoom = Type.Object({ roomId }, open)
/** Connection that this one replaces, from `going-away`. */
const continues = Type.Optional(Type.String({ minLength: 1, maxLength: 64 }))
/** Applies to this round alone; absent: the current one. */
const round = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 }))
const pick = Type.Object({ roomId, index: Type.Integer({ minimum: 1, maximum: 100 }), round }, open)
const gifUrl = Type.String({ minLength: 1, maxLength: 2048 })
const anObject = Type.Object({}, open)
const signal = <Payload extends TSchema>(payload: Payload) =>
  Type.Object({ to: Type.String({ minLength: 1, maxLength: 64 }), payload }, open)

export const ClientEvents = {
  authenticate: Type.Object({ token: text(4096) }, open),
  'request-room-list': Type.Object(
    {
      /** Wants `room-list-change` after the first list; absent: a whole list at each change. */
      differences: Type.Optional(Type.Boolean()),
      /** False: wants no list until it asks again, such as on a hidden page. Other events of the lobby go on. */
      looking: Type.Optional(Type.Boolean()),
    },
    open,
  ),
  'create-room': Type.Object(
    {
      roomName: text(1000),
      passcode: Type.Union([text(1000), Type.Null()]),
      passcodeRequired: Type.Boolean(),
      publicRoom: Type.Boolean(),
      mode: Type.Enum(MODES),
      capacity: Type.Literal(ROOM_CAPACITY),
      category: Type.Enum(CATEGORIES),
      /** Pictures and sound wait for both reveals. */
      veiled: Type.Optional(Type.Boolean()),
    },
    open,
  ),
  'join-room': Type.Object(
    {
      roomId,
      passcode: Type.Optional(Type.Union([text(1000), Type.Null()])),
      role: Type.Literal('player'),
      /** Refuses rooms without veil: ROOM_NOT_VEILED. */
      veiledOnly: Type.Optional(Type.Boolean()),
      /** Invited: HOST_LEFT if the creator has left. */
      invited: Type.Optional(Type.Boolean()),
    },
    open,
  ),
  /** Shows a room, listed or not, without taking a seat. */
  'look-at-room': inRoom,
  'leave-room': inRoom,
  /** Panic exit: leaves, blocks, ends a battle uncounted. `id`: player to block; absent: the opponent. */
  'leave-and-block': Type.Object(
    { roomId, id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })) },
    open,
  ),
  'sync-room': Type.Object({ roomId, continues }, open),
  'send-message': Type.Object(
    { roomId, username: Type.Optional(Type.Unknown()), message: Type.String({ minLength: 1, maxLength: MESSAGE_MAX }) },
    open,
  ),
  'ready-up': inRoom,
  'gif-choice': pick,
  'save-gif-choice': pick,
  'wild-card-choice': Type.Object({ roomId, gifUrl, round }, open),
  'save-gif-received': Type.Object({ roomId, receivedGif: gifUrl }, open),
  'user-finishes': inRoom,
  'declare-winner': Type.Object({ roomId, winnerId: Type.Union([Type.Integer(), Type.Null()]) }, open),
  'find-match': Type.Object({ mode: Type.Enum(MODES), category: Type.Enum(CATEGORIES) }, open),
  'cancel-match': Type.Object({}, open),
  'answer-match': Type.Object({ matchId: Type.String({ minLength: 1, maxLength: 64 }), accept: Type.Boolean() }, open),
  /** `pass`: a judge's; `bearer`: that administrator's session token. */
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
  /** Shows this player once both agree; `show: false` applies whatever the epoch. */
  reveal: Type.Object(
    { roomId, show: Type.Boolean(), epoch: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) },
    open,
  ),
  typing: inRoom,
  /** Repairs pause the phase, within limits. A report ends with a pause that is used up: repeat it in the next phase. */
  'link-repair': Type.Object({ roomId, repairing: Type.Boolean() }, open),
  /** RTCSessionDescriptionInit: INVALID_FIELD unless it has a `type` and an `sdp`. */
  offer: signal(anObject),
  answer: signal(anObject),
  /** RTCIceCandidateInit; null, or one without a `candidate`, ends candidates. */
  'ice-candidate': signal(Type.Union([anObject, Type.Null()])),
  /** Answered by `alive`, ahead of other work. */
  probe: Type.Object({}, open),
  /** First picture of a peer connection; for metrics. */
  'media-connected': Type.Object({ via: Type.Enum(MEDIA_ROUTES) }, open),
} as const satisfies Record<string, TObject>

/** Name of an event from clients. */
export type ClientEventName = keyof typeof ClientEvents
export type ClientEventData<Name extends ClientEventName> = Static<(typeof ClientEvents)[Name]>

export const ClientFrame = Type.Object({
  event: Type.String({ minLength: 1, maxLength: 64 }),
  data: Type.Optional(Type.Object({}, { additionalProperties: true })),
  /** Requests an answer with this number. */
  ack: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  /** Applies at most once within two minutes. */
  id: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$' })),
  /** W3C `traceparent`; invalid ones are ignored. */
  trace: Type.Optional(Type.String({ maxLength: 256 })),
})
/** Envelope of an event from clients. */
export type ClientFrame = Static<typeof ClientFrame>

/** Answer data beside `success: true`. */
export interface AckData {
  'create-room': { roomId: string }
  /** False once the creator has left. */
  'look-at-room': { room: RoomListItem; hostHere: boolean }
  /** Blocked account and its incident token. */
  'leave-and-block': { blockedId: number | null; incident: string | null }
  'save-gif-choice': { gifUrl: string }
  'wild-card-choice': { remainingWildCards: number }
  'save-gif-received': { gifUrl: string }
}

/** Success with data, or a refusal. */
export type Ack<Name extends ClientEventName> =
  | ({ success: true } & (Name extends keyof AckData ? AckData[Name] : unknown))
  | { success: false; error: string; code: string }
