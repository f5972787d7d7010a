import type { ClientEventName } from '@kla/proto/web'

const SPAN_BYTES = 8
const TRACE_BYTES = 16

/** What is sent too often, and too much alike, to be looked at one by one. */
const UNTRACED: ReadonlySet<ClientEventName> = new Set<ClientEventName>([
  'send-message',
  'offer',
  'answer',
  'ice-candidate',
])

/** What a frame carries for its trace: a fresh W3C `traceparent`, where the event is a command. */
export const traceOf = (event: ClientEventName): { trace?: string } =>
  UNTRACED.has(event) ? {} : { trace: `00-${random(TRACE_BYTES)}-${random(SPAN_BYTES)}-00` }

const random = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
