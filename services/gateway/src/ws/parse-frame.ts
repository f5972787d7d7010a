import { ClientEvents, ClientFrame, FRAME_MAX_BYTES, type ClientEventName, type Reason } from '@kla/proto/web'
import { Compile } from 'typebox/compile'

const frameShape = Compile(ClientFrame)

/** A frame as it should be. */
export interface Frame {
  readonly event: ClientEventName
  readonly data: ClientFrame['data']
  readonly ack: number | undefined
  readonly id: string | undefined
  readonly trace: string | undefined
}

/** A frame as it should be, or why it is not, with as much of it as can be answered to. */
export type ParsedFrame =
  | { readonly ok: true; readonly frame: Frame }
  | { readonly ok: false; readonly refused: Reason; readonly event: string; readonly ack: number | undefined }

/** Reads the envelope of a frame; its data is checked against its event later, once it is known who sent it. */
export function parseFrame({ text, bytes }: { text: string | undefined; bytes: number }): ParsedFrame {
  if (bytes > FRAME_MAX_BYTES) return refuse('FRAME_TOO_LARGE')
  if (text === undefined) return refuse('MALFORMED_FRAME')
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return refuse('MALFORMED_FRAME')
  }
  if (!frameShape.Check(frame)) return refuse('MALFORMED_FRAME', frame)
  if (!isClientEvent(frame.event)) return refuse('UNKNOWN_EVENT', frame)
  const { event, data, ack, id, trace } = frame
  // Clients send fields in any order and number; what is read for every frame is read fastest if all are alike.
  return { ok: true, frame: { event, data, ack, id, trace } }
}

// An own property, so that "constructor" is no event.
const isClientEvent = (event: string): event is ClientEventName => Object.hasOwn(ClientEvents, event)

const EVENT_SHOWN_MAX = 64

function refuse(refused: Reason, frame?: unknown): ParsedFrame {
  const { event, ack } = (typeof frame === 'object' && frame !== null ? frame : {}) as Record<string, unknown>
  return {
    ok: false,
    refused,
    event: typeof event === 'string' ? event.slice(0, EVENT_SHOWN_MAX) : '',
    ack: Number.isSafeInteger(ack) && (ack as number) >= 1 ? (ack as number) : undefined,
  }
}
