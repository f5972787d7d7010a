import type { GifOptionEntry, RoomStateData, ServerEventName, ServerEvents } from '@kla/proto/web'
import type { Received } from './event-listeners.js'
import type { ProtocolClient } from './protocol-client.js'

export interface WaitOptions {
  /** Infinity waits until `signal` aborts. */
  readonly withinMs?: number
  readonly signal?: AbortSignal
}

const WITHIN_MS = 400_000

/** Resolves to the first result of `read`; rejects on timeout. */
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
    const abort = (): void => fail(`no longer waiting for ${what}`)
    const late = (): void => fail(`${client.username} saw no ${what} within ${withinMs} ms`)
    const timer = withinMs === Infinity ? undefined : setTimeout(late, withinMs)
    const off = client.onAny((received) => {
      const result = read(received)
      if (result === undefined) return
      end()
      resolve(result)
    })
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { once: true })
  })
}

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

export type Turn =
  | { readonly phase: 'waiting' }
  | {
      readonly phase: 'prompt'
      readonly round: number
      readonly durationMs: number
      readonly deadline: number
      readonly options: readonly GifOptionEntry[]
    }
  | { readonly phase: 'show'; readonly round: number; readonly durationMs: number }
  | { readonly phase: 'vote'; readonly durationMs: number }
  | { readonly phase: 'result'; readonly winnerId: number | null }

/** Reports each phase once, from its event or from the room's state. */
export function createTurnReader(): (received: Received) => Turn | undefined {
  let last = 'waiting'
  let prompt = { durationMs: 0, deadline: 0 }
  const once = (turn: Turn): Turn | undefined => {
    const name = 'round' in turn ? `${turn.phase} ${turn.round}` : turn.phase
    if (name === last) return undefined
    last = name
    return turn
  }
  return ({ event, data }) => {
    switch (event) {
      case 'prompt-gif':
        prompt = data
        return undefined
      case 'gif-options':
        return once({
          phase: 'prompt',
          round: data.round,
          durationMs: prompt.durationMs,
          deadline: prompt.deadline,
          options: data.options,
        })
      case 'show-gif':
        return once({ phase: 'show', round: data.round, durationMs: data.durationMs })
      case 'end-game':
        return once({ phase: 'vote', durationMs: data.durationMs })
      case 'winner-confirmed':
        return once({ phase: 'result', winnerId: data.winnerId })
      case 'no-unanimous-winner':
        return once({ phase: 'result', winnerId: null })
      case 'room-state':
        return once(turnOf(data))
      default:
        return undefined
    }
  }
}

export function onTurn(client: Pick<ProtocolClient, 'onAny'>, listener: (turn: Turn) => void): () => void {
  const read = createTurnReader()
  return client.onAny((received) => {
    const turn = read(received)
    if (turn) listener(turn)
  })
}

export function nextTurn<Phase extends Turn['phase']>(
  client: Pick<ProtocolClient, 'onAny' | 'username'>,
  phase: Phase,
  options: WaitOptions,
): Promise<Extract<Turn, { phase: Phase }>> {
  const read = createTurnReader()
  const fits = (turn: Turn | undefined): turn is Extract<Turn, { phase: Phase }> => turn?.phase === phase
  return awaitEvent(
    client,
    phase,
    (received) => {
      const turn = read(received)
      return fits(turn) ? turn : undefined
    },
    options,
  )
}

function turnOf({ phase, round, durationMs, deadline, options, winnerId }: RoomStateData): Turn {
  switch (phase) {
    case 'waiting':
      return { phase }
    case 'prompt':
      return { phase, round, durationMs: durationMs ?? 0, deadline: deadline ?? 0, options }
    case 'show':
      return { phase, round, durationMs: durationMs ?? 0 }
    case 'vote':
      return { phase, durationMs: durationMs ?? 0 }
    case 'result':
      return { phase, winnerId }
  }
}
