import type { Ack, AckFrame, ClientEventData, ClientEventName, ServerFrame } from '@kla/proto/web'
import { REALTIME } from '../../texts/realtime.js'
import type { Clock } from './clock.js'

/** A later chat message would surprise its author. */
export const ANSWER_WITHIN_MS = 10_000

type Answer = { success: boolean; error?: string; code?: string }

interface Waiting {
  frame: OutgoingFrame
  resends: boolean
  settle(answer: Answer): void
  postpone(): void
}

interface AddOptions {
  /** False if the event fails with its connection. */
  resends: boolean
  /** True if sent again until answered, or until the connection is closed for good. */
  insists?: boolean
  id?: string | undefined
}

interface Outbox {
  add<Name extends ClientEventName>(
    event: Name,
    data: ClientEventData<Name>,
    options?: AddOptions,
  ): { frame: OutgoingFrame; answer: Promise<Ack<Name>> }
  settle(ack: number, answer: Answer): void
  unanswered(): OutgoingFrame[]
  connectionLost(): void
  /** Postpones deadlines while in the admission queue. */
  postpone(): void
  abandon(): void
}

interface OutboxOptions {
  clock: Clock
  newId: () => string
  sendAgain: (frame: OutgoingFrame) => void
}

export const NO_ANSWER = { success: false, error: REALTIME.noAnswer, code: 'UNAVAILABLE' } as const

/** Holds pending events. Their `id` makes repeats take effect once. */
export function createOutbox({ clock, newId, sendAgain }: OutboxOptions): Outbox {
  const waiting = new Map<number, Waiting>()
  let lastAck = 0

  const settle = (ack: number, answer: Answer) => {
    waiting.get(ack)?.settle(answer)
    waiting.delete(ack)
  }

  return {
    add<Name extends ClientEventName>(
      event: Name,
      data: ClientEventData<Name>,
      options: AddOptions = { resends: true },
    ) {
      const ack = ++lastAck
      const frame: OutgoingFrame<Name> = { event, data, ack, id: options.id ?? newId(), ...traceOf(event) }
      const answer = new Promise<Ack<Name>>((resolve) => {
        let callOff = () => {}
        const wait = () => {
          callOff = clock.after(ANSWER_WITHIN_MS, () => {
            if (!options.insists) return settle(ack, NO_ANSWER)
            wait()
            sendAgain(frame)
          })
        }
        wait()
        waiting.set(ack, {
          frame,
          resends: options.resends,
          settle(given) {
            callOff()
            resolve(given as Ack<Name>)
          },
          postpone() {
            callOff()
            wait()
          },
        })
      })
      return { frame, answer }
    },
    settle,
    unanswered: () => [...waiting.values()].filter(({ resends }) => resends).map(({ frame }) => frame),
    connectionLost() {
      for (const [ack, { resends }] of waiting) {
        if (!resends) settle(ack, NO_ANSWER)
      }
    },
    postpone() {
      for (const one of waiting.values()) one.postpone()
    },
    abandon() {
      for (const ack of waiting.keys()) settle(ack, NO_ANSWER)
    },
  }
}

/** An event on its way to the gateway. */
export interface OutgoingFrame<Name extends ClientEventName = ClientEventName> {
  event: Name
  data: ClientEventData<Name>
  ack?: number
  id?: string
  trace?: string
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a frame; null for anything else. */
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

const SPAN_BYTES = 8
const TRACE_BYTES = 16

/** Sent too often to trace. */
const UNTRACED: ReadonlySet<ClientEventName> = new Set<ClientEventName>([
  'send-message',
  'offer',
  'answer',
  'ice-candidate',
])

/** Returns a fresh W3C `traceparent` for commands. */
export const traceOf = (event: ClientEventName): { trace?: string } =>
  UNTRACED.has(event) ? {} : { trace: `00-${random(TRACE_BYTES)}-${random(SPAN_BYTES)}-00` }

const random = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')
