/** First and longest wait before connecting again. */
export const RECONNECT_MS = { first: 1_000, longest: 60_000 } as const
/** The server writes a comment every 20 seconds; a stream that is silent for longer is dead. */
export const SILENCE_MS = 60_000

const UNAUTHENTICATED = 401
const FORBIDDEN = 403

/** What reading a stream needs from the browser. */
export interface StreamDeps {
  fetch: (address: string, init: RequestInit) => Promise<Response>
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Number from 0 to 1, which spreads the pages that lost one server. */
  random: () => number
}

/** A server-sent event. */
export interface StreamEvent {
  name: string
  data: string
}

/** Reads the server-sent events that end in a text, and returns the unfinished rest. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const lines = block.split('\n')
    const field = (name: string) =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim()
    const data = field('data')
    return data === undefined ? [] : [{ name: field('event') ?? 'message', data }]
  })
  return { events, rest }
}

/** What the stream says about the administrator's own request. */
export interface OwnRequest {
  id: string
  state: 'waiting' | 'approved' | 'ended'
}

/** Reads the data of an `approvals` event; undefined for requests of others. */
export function ownRequestIn(data: string): OwnRequest | undefined {
  try {
    const read = JSON.parse(data) as Partial<OwnRequest>
    return typeof read.id === 'string' && read.state !== undefined ? { id: read.id, state: read.state } : undefined
  } catch {
    return undefined
  }
}

/** Waits longer after each failure, half of it at random. */
export const reconnectAfterMs = (failures: number, random: () => number): number => {
  const longest = Math.min(RECONNECT_MS.longest, RECONNECT_MS.first * 2 ** Math.max(0, failures - 1))
  return longest / 2 + (longest / 2) * random()
}

/**
 * Calls `onChange` for each `desk` event and after each connection, because events may have been missed, and
 * `onApprovals` for each `approvals` event. EventSource cannot send the session's token. Ends with the signal or when
 * the server refuses the token.
 */
export async function followDesk(
  token: string,
  signal: AbortSignal,
  onChange: () => void,
  deps: StreamDeps,
  onApprovals: (own: OwnRequest | undefined) => void = () => undefined,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const silence = new AbortController()
    try {
      const response = await deps.fetch('/admin/desk/changes', {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        cache: 'no-store',
        signal: AbortSignal.any([signal, silence.signal]),
      })
      if (response.status === UNAUTHENTICATED || response.status === FORBIDDEN) return
      if (!response.ok || !response.body) throw new Error(String(response.status))
      failures = 0
      onChange()
      await readEvents(
        response.body,
        () => silence.abort(),
        ({ name, data }) => {
          if (name === 'desk') onChange()
          if (name === 'approvals') onApprovals(ownRequestIn(data))
        },
      )
    } catch {
      // Connects again below, whatever ended it.
    }
    failures += 1
    if (!signal.aborted) await deps.wait(reconnectAfterMs(failures, deps.random), signal)
  }
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  onSilence: () => void,
  onEvent: (event: StreamEvent) => void,
) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const silent = setTimeout(onSilence, SILENCE_MS)
    const { done, value } = await reader.read().finally(() => clearTimeout(silent))
    if (done) return
    const read = eventsIn(rest + decoder.decode(value, { stream: true }))
    rest = read.rest
    for (const event of read.events) onEvent(event)
  }
}

/** Resolves after a time, or at once when the signal is aborted. */
export const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
