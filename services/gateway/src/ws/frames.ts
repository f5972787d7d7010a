import { KlaError } from '@kla/chassis'
import { ClientEvents, ClientFrame } from '@kla/proto/schemas'
import {
  type AckFrame,
  type ClientEventName,
  FRAME_MAX_BYTES,
  type FrameMarks,
  type ServerEventName,
  type ServerEvents,
} from '@kla/proto/web'
import { Compile } from 'typebox/compile'
import { errorOf } from '../shared/field-faults.js'

/** Optional fields of a frame's envelope. */
export type EventMarks = { readonly [Mark in keyof FrameMarks]?: FrameMarks[Mark] | undefined }

const NO_MARKS: EventMarks = {}

/** Builds a frame's start, the same for all recipients. */
export function frameHead(event: ServerEventName, data: string, { id, sender, update }: EventMarks = NO_MARKS): string {
  const line = id === undefined ? '' : `,"id":"${id}"`
  const from = sender === undefined ? '' : `,"sender":${sender}`
  const battle = update === undefined ? '' : `,"update":${update}`
  return `{"event":"${event}","data":${data}${line}${from}${battle}`
}

/** Completes a frame with the recipient's number, if any. */
export const wholeFrame = (head: string, seq?: number): string =>
  seq === undefined ? `${head}}` : `${head},"seq":${seq}}`

export const eventFrame = (event: ServerEventName, data: string): string => wholeFrame(frameHead(event, data))

export const dataText = <Name extends ServerEventName>(_event: Name, data: ServerEvents[Name]): string =>
  JSON.stringify(data)

export const answerFrame = (frame: AckFrame): string => JSON.stringify(frame)

const frameShape = Compile(ClientFrame)

/** A client's frame with unvalidated data. */
export interface Frame {
  readonly event: ClientEventName
  readonly data: ClientFrame['data']
  readonly ack: number | undefined
  readonly id: string | undefined
  readonly trace: string | undefined
}

/** A frame, or the reason it is invalid. */
export type ParsedFrame =
  | { readonly ok: true; readonly frame: Frame }
  | { readonly ok: false; readonly refused: KlaError; readonly event: string; readonly ack: number | undefined }

/** Reads the envelope; data is validated once the sender is known. */
export function parseFrame({ text, bytes }: { text: string | undefined; bytes: number }): ParsedFrame {
  const isLarge = bytes > FRAME_MAX_BYTES
  let frame: unknown
  try {
    frame = JSON.parse(text ?? '')
  } catch {
    return refuse(new KlaError(isLarge ? 'FRAME_TOO_LARGE' : 'MALFORMED_FRAME'))
  }
  if (isLarge) return refuse(new KlaError('FRAME_TOO_LARGE'), frame)
  if (!frameShape.Check(frame)) return refuse(errorOf(frameShape.Errors(frame), 'MALFORMED_FRAME'), frame)
  if (!isClientEvent(frame.event)) return refuse(new KlaError('UNKNOWN_EVENT'), frame)
  const { event, data, ack, id, trace } = frame
  // A fixed shape keeps property access fast.
  return { ok: true, frame: { event, data, ack, id: id?.toLowerCase(), trace } }
}

// Own property, so that "constructor" is not an event.
const isClientEvent = (event: string): event is ClientEventName => Object.hasOwn(ClientEvents, event)

const EVENT_SHOWN_MAX = 64

function refuse(refused: KlaError, frame?: unknown): ParsedFrame {
  const { event, ack } = (typeof frame === 'object' && frame !== null ? frame : {}) as Record<string, unknown>
  return {
    ok: false,
    refused,
    event: typeof event === 'string' ? event.slice(0, EVENT_SHOWN_MAX) : '',
    ack: Number.isSafeInteger(ack) && (ack as number) >= 1 ? (ack as number) : undefined,
  }
}
