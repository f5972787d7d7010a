import { createSource, type Observable } from '../../shared/browser/observable.js'
import type { Clock } from '../../shared/realtime/clock.js'
import type { Realtime } from '../../shared/realtime/index.js'
import type { WatchBroadcast } from '../../shared/rtc/index.js'
import { WITHDRAW_AGAIN_MS } from './reveal/reveal.js'

/** A player's consent to spectators. The last press counts, whatever is under way. */
export interface SpectatorConsent extends Observable<{ wish: boolean | null }> {
  /** Withdraws here in the same tick, even without the server. */
  allow(roomId: string | null, allowed: boolean): void
}

interface SpectatorConsentOptions {
  broadcast: Pick<WatchBroadcast, 'consent'>
  clock: Clock
  send: Realtime['send']
  isClosed: () => boolean
  onRefused: (error: string) => void
}

/** Refusals after which there is nothing to withdraw. */
const GONE: ReadonlySet<string> = new Set(['NOT_SEATED', 'NOT_WATCHABLE', 'ROOM_NOT_FOUND'])

export function createSpectatorConsent(options: SpectatorConsentOptions): SpectatorConsent {
  const { broadcast, clock, send, isClosed, onRefused } = options
  /** The last press, until the server has answered it. */
  const view = createSource<{ wish: boolean | null }>({ wish: null })
  let sending = false
  let callOff = () => {}

  const sendWish = async (roomId: string): Promise<void> => {
    const { wish } = view.get()
    if (wish === null || sending) return
    callOff()
    sending = true
    const answer = await send('allow-spectators', { roomId, allow: wish })
    sending = false
    if (view.get().wish !== wish) return sendWish(roomId)
    if (!wish && !answer.success && !GONE.has(answer.code) && !isClosed()) {
      callOff = clock.after(WITHDRAW_AGAIN_MS, () => void sendWish(roomId))
      return
    }
    view.set({ wish: null })
    if (wish && !answer.success) onRefused(answer.error)
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    allow(roomId, allowed) {
      if (!allowed) broadcast.consent(false)
      if (roomId === null) return
      if (allowed) broadcast.consent(true)
      view.set({ wish: allowed })
      void sendWish(roomId)
    },
  }
}
