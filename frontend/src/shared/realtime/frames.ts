import type { AckFrame, ClientEventData, ClientEventName, ServerFrame } from '@kla/proto/web'

export interface OutgoingFrame<Name extends ClientEventName = ClientEventName> {
  event: Name
  data: ClientEventData<Name>
  ack?: number
  id?: string
  /** A W3C `traceparent`. */
  trace?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the server said, or null for something that is no frame of the protocol. */
export function readFrame(text: string): ServerFrame | AckFrame | null {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return null
  }
  if (!isRecord(frame) || !isRecord(frame.data)) return null
  if (typeof frame.ack === 'number') return frame as unknown as AckFrame
  if (typeof frame.event === 'string') return frame as unknown as ServerFrame
  return null
}
