import type { WatchLink } from '../../entities/room/watch-link.js'
import { createSource, type Observable } from '../../shared/browser/observable.js'
import type { Clock } from '../../shared/realtime/clock.js'
import type { RealtimeClient } from '../../shared/realtime/realtime-client.js'

/** Stage of watching, from request to end. */
export type WatchStatus =
  | { readonly kind: 'asking' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string }
  | { readonly kind: 'watching' }
  /** Connection lost; a spectator rejoins automatically. */
  | { readonly kind: 'rejoining' }
  /** Connection lost; a judge's pass is valid once. */
  | { readonly kind: 'pass-spent' }
  /** Connection ended for good, as by a log-out in another tab. */
  | { readonly kind: 'closed' }
  /** Removed, or the room is closed. `reason`: a sentence or token of the server's. */
  | { readonly kind: 'out'; readonly reason: string }
  | { readonly kind: 'banned' }

/** Watcher of one room and how to stop it. */
export interface Watching extends Observable<{ status: WatchStatus }> {
  begin(): void
  end(): void
}

type Client = Pick<RealtimeClient, 'send' | 'on' | 'connection' | 'subscribe'>

const ASK_AGAIN_MS = 2_000
const PASSING: ReadonlySet<string> = new Set(['RATE_LIMITED', 'UNAVAILABLE'])
const NOT_WATCHING = 'seat-lost'

/** Watches a room over as many connections as needed. */
export function createWatching(client: Client, { roomId, pass, bearer }: WatchLink, clock: Clock): Watching {
  const source = createSource<{ status: WatchStatus }>({ status: { kind: 'asking' } })
  const set = (status: WatchStatus) => source.set({ status })
  const is = (...kinds: WatchStatus['kind'][]) => kinds.includes(source.get().status.kind)
  const undo: (() => void)[] = []
  let asked = false
  let over = false

  const ask = async () => {
    if (over) return
    asked = true
    const answer = await client.send('watch-room', bearer === null ? { roomId, pass } : { roomId, pass, bearer })
    if (over || !is('asking', 'rejoining')) return
    if (answer.success) return set({ kind: 'watching' })
    if (client.connection().status === 'closed') return endForGood()
    if (!PASSING.has(answer.code)) return set({ kind: 'refused', code: answer.code, text: answer.error })
    undo.push(clock.after(ASK_AGAIN_MS, () => void (is('asking', 'rejoining') && ask())))
  }

  const rejoin = () => {
    if (pass !== null) return set({ kind: 'pass-spent' })
    set({ kind: 'rejoining' })
    void ask()
  }

  const endForGood = () => {
    if (client.connection().closedBy === 'banned') set({ kind: 'banned' })
    else if (is('asking', 'watching', 'rejoining')) set({ kind: pass === null ? 'closed' : 'pass-spent' })
  }

  const onConnection = () => {
    const { status } = client.connection()
    if (status === 'lost' && is('watching')) rejoin()
    if (status === 'closed') endForGood()
  }

  return {
    get: source.get,
    subscribe: source.subscribe,
    begin() {
      undo.push(
        client.subscribe(onConnection),
        client.on('room-closed', ({ reason }) => {
          if (!is('watching')) return
          if (reason === NOT_WATCHING) rejoin()
          else set({ kind: 'out', reason })
        }),
      )
      // In a microtask: strict mode mounts twice, and a pass is valid once.
      queueMicrotask(() => void ask())
    },
    end() {
      over = true
      for (const undone of undo.splice(0)) undone()
      if (asked && is('watching', 'asking', 'rejoining')) void client.send('stop-watching', { roomId })
    },
  }
}
