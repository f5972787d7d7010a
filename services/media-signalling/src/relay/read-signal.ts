import { Signal } from '@kla/proto'
import { SIGNAL_PAYLOAD_MAX } from '@kla/proto/web'

// UTF-8 takes up to three bytes for a UTF-16 unit, and the ids take a few more.
const BYTES_MAX = 3 * SIGNAL_PAYLOAD_MAX + 1_000
const ID_MAX = 64

/** A signal off the wire, or why it is none. */
export function readSignal(data: Uint8Array): Signal | 'too_large' | 'malformed' {
  if (data.length > BYTES_MAX) return 'too_large'
  try {
    const signal = Signal.decode(data)
    const ids = [signal.roomId, signal.fromSocketId, signal.toSocketId]
    return ids.every((id) => id !== '' && id.length <= ID_MAX) ? signal : 'malformed'
  } catch {
    return 'malformed'
  }
}
