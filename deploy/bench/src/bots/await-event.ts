import type { ServerEventName, ServerEvents } from '@kla/proto/web'
import type { Received } from './event-listeners.js'
import type { ProtocolClient } from './protocol-client.js'

export interface WaitOptions {
  /** Milliseconds; longer than the longest phase with the product's own durations unless given. */
  readonly withinMs?: number
  readonly signal?: AbortSignal
}

const WITHIN_MS = 400_000

/** What `read` makes of the first event of which it makes something. Rejects when none comes in time. */
export function awaitEvent<T>(
  client: Pick<ProtocolClient, 'onAny' | 'username'>,
  what: string,
  read: (received: Received) => T | undefined,
  { withinMs = WITHIN_MS, signal }: WaitOptions = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      off()
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const fail = (reason: string): void => {
      end()
      reject(new Error(reason))
    }
    const abort = (): void => fail(`nobody waits for ${what} any more`)
    const timer = setTimeout(() => fail(`${client.username} saw no ${what} within ${withinMs} ms`), withinMs)
    const off = client.onAny((received) => {
      const result = read(received)
      if (result === undefined) return
      end()
      resolve(result)
    })
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/** The data of the next event of this name that fits. */
export const nextEvent = <Name extends ServerEventName>(
  client: Pick<ProtocolClient, 'onAny' | 'username'>,
  event: Name,
  fits: (data: ServerEvents[Name]) => boolean = () => true,
  options: WaitOptions = {},
): Promise<ServerEvents[Name]> =>
  awaitEvent(
    client,
    event,
    (received) => {
      if (received.event !== event) return undefined
      const data = received.data as ServerEvents[Name]
      return fits(data) ? data : undefined
    },
    options,
  )
