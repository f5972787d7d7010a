import { type RevealState, WATCH_LEASE_MS, WATCH_LEASE_RENEWAL_MS } from '@kla/proto/web'
import { createSource, type Observable } from '../../../shared/browser/observable.js'
import type { Clock } from '../../../shared/realtime/clock.js'
import type { Realtime } from '../../../shared/realtime/index.js'
import { createVeil, type LocalMedia, type LocalMediaView, type Veil } from '../../../shared/rtc/index.js'

/** Time to reconsider between both consents and the pictures. */
export const OPENS_AFTER_MS = 1_000
/** A connection lost for longer closes the reveal here. */
const LOST_AFTER_MS = 3_000
/** Pause before a withdrawal that failed is sent again. */
export const WITHDRAW_AGAIN_MS = 2_000

/** Reveal as the room shows it. */
export interface RevealView {
  /** `unknown`: no state yet, which counts as veiled. */
  readonly room: 'unknown' | 'veiled' | 'plain'
  readonly mine: boolean
  readonly state: 'closed' | 'opening' | 'open'
  /** The server did not confirm it, or the connection was lost. */
  readonly unconfirmed: boolean
  readonly ending: boolean
  /** Closed although these two players had opened it. */
  readonly again: boolean
}

/** Consent to be seen. The veil and the opponent's picture follow it. */
export interface Reveal extends Observable<RevealView> {
  readonly media: Pick<Veil, 'get' | 'subscribe'>
  follow(roomId: string, me: number, reveal: RevealState | null): void
  update(reveal: RevealState): void
  /** Closes the reveal when another connection to the opponent begins. */
  begin(): void
  connection(status: Realtime['status']): void
  show(): void
  withdraw(): void
  stop(): void
}

interface RevealOptions {
  media: Pick<LocalMedia, 'get' | 'subscribe'>
  createPatches: Parameters<typeof createVeil>[0]['createPatches']
  clock: Clock
  send: Realtime['send']
  onRefused: (error: string) => void
}

/** True for a new device without consent. `heard`: a microphone was there when the player agreed. */
const hasArrived = (before: LocalMediaView, now: LocalMediaView, heard: boolean) =>
  (before.source === 'stand-in' && now.source === 'camera') ||
  (!heard && before.sound === 'stand-in' && now.sound === 'microphone')

export function createReveal({ media, createPatches, clock, send, onRefused }: RevealOptions): Reveal {
  const view = createSource<RevealView>({
    room: 'unknown',
    mine: false,
    state: 'closed',
    unconfirmed: false,
    ending: false,
    again: false,
  })
  let at: { roomId: string; me: number; reveal: RevealState | null } | null = null
  let wish: number | null = null
  let heard = false
  let withdrawing = 0
  /** Epoch that this player ended, until rooms raises it. */
  let ended: number | null = null
  /** Epoch answered automatically without devices, and whether the player refused. */
  let answered: number | null = null
  let declined = false
  let cancelOpening: (() => void) | null = null
  let cancelLost: (() => void) | null = null
  let cancelRenewal: (() => void) | null = null
  let confirmedAt = 0
  let connected = true
  let before = media.get()

  const isListed = () => at?.reveal?.ready.includes(at.me) === true

  const isEnding = () => ended !== null && at?.reveal?.epoch === ended

  /** Rooms keeps it open until it knows of the closing. */
  const isReclosed = (state: RevealView['state']) => {
    const reveal = at?.reveal ?? null
    return state === 'closed' && reveal !== null && (reveal.closed !== undefined || reveal.open)
  }

  const setState = (state: RevealView['state']) => {
    // What leaves this browser first, then what is shown here.
    veil.set(at?.reveal === null ? 'none' : state === 'open' ? 'open' : 'closed')
    const room = at === null ? 'unknown' : at.reveal === null ? 'plain' : 'veiled'
    const unconfirmed = view.get().unconfirmed && wish === null
    view.set({ room, mine: wish !== null, state, unconfirmed, ending: isEnding(), again: isReclosed(state) })
  }

  const settle = () => {
    const reveal = at?.reveal ?? null
    if (wish !== reveal?.epoch) wish = null
    const agreed = reveal !== null && reveal.open && wish !== null && isListed()
    if (!agreed) {
      cancelOpening?.()
      cancelOpening = null
      cancelRenewal?.()
      cancelRenewal = null
      return setState('closed')
    }
    if (view.get().state !== 'closed') return
    confirmedAt = clock.now()
    cancelOpening = clock.after(OPENS_AFTER_MS, () => setState('open'))
    renewLater()
    setState('opening')
  }

  const withdraw = async () => {
    if (!at?.reveal) return
    const { roomId, reveal } = at
    withdrawing += 1
    const answer = await send('reveal', { roomId, show: false, epoch: reveal.epoch })
    withdrawing -= 1
    const again = !answer.success && answer.code !== 'NOT_SEATED' && answer.code !== 'NOT_VEILED'
    if (again) clock.after(WITHDRAW_AGAIN_MS, () => void (isEnding() && withdrawing === 0 && withdraw()))
  }

  /** Closes here before the server knows. */
  const close = () => {
    const wasShown = wish !== null || isListed()
    wish = null
    if (wasShown) ended = at?.reveal?.epoch ?? null
    settle()
    if (wasShown) void withdraw()
  }

  const consent = async () => {
    if (!at?.reveal || wish !== null || !connected || isEnding()) return
    const { roomId, reveal } = at
    const { epoch } = reveal
    wish = epoch
    heard = media.get().sound === 'microphone'
    settle()
    const answer = await send('reveal', { roomId, show: true, epoch })
    if (answer.success || wish !== epoch) return
    wish = null
    settle()
    onRefused(answer.error)
  }

  /** An open reveal holds only while rooms confirms it. */
  const renewLater = () => {
    cancelRenewal = clock.after(WATCH_LEASE_RENEWAL_MS, () => void renew())
  }
  const renew = async () => {
    if (!at?.reveal || wish === null) return
    const epoch = wish
    renewLater()
    if (clock.now() - confirmedAt >= WATCH_LEASE_MS) return lapse()
    const answer = await send('reveal', { roomId: at.roomId, show: true, epoch })
    if (answer.success) confirmedAt = clock.now()
    else if (wish === epoch && answer.code === 'REVEAL_OUTDATED') close()
  }
  const lapse = () => {
    view.set({ unconfirmed: view.get().state !== 'closed' })
    close()
    view.set({ unconfirmed: true })
  }

  /** Players without an open device have nothing to hide. */
  const consentWithoutDevices = () => {
    const { asking, opening, source, sound } = media.get()
    if (
      !at?.reveal ||
      declined ||
      answered === at.reveal.epoch ||
      asking ||
      opening ||
      source !== 'stand-in' ||
      sound !== 'stand-in'
    )
      return
    answered = at.reveal.epoch
    void consent()
  }

  // Before the veil looks: a new device lacks consent.
  const unsubscribe = media.subscribe(() => {
    const now = media.get()
    const arrived = hasArrived(before, now, heard)
    before = now
    if (arrived && wish !== null) close()
    consentWithoutDevices()
  })
  const veil = createVeil({ media, createPatches })

  const take = () => {
    settle()
    // Rooms has answered since.
    if (!isEnding()) view.set({ unconfirmed: false })
    // Left by an earlier page, or a withdrawal that was lost.
    if (wish === null && withdrawing === 0 && isListed()) void withdraw()
    consentWithoutDevices()
  }

  return {
    get: view.get,
    subscribe: view.subscribe,
    media: veil,
    follow(roomId, me, reveal) {
      if (at?.roomId !== roomId) {
        wish = answered = ended = null
        declined = false
      }
      at = { roomId, me, reveal }
      take()
    },
    update(reveal) {
      if (!at?.reveal) return
      at = { ...at, reveal }
      take()
    },
    begin() {
      if (view.get().state !== 'closed') close()
    },
    connection(status) {
      connected = status === 'open'
      if (connected) {
        cancelLost?.()
        cancelLost = null
      } else cancelLost ??= clock.after(LOST_AFTER_MS, () => void (view.get().state !== 'closed' && lapse()))
    },
    show() {
      declined = false
      void consent()
    },
    withdraw() {
      declined = true
      close()
    },
    stop() {
      unsubscribe()
      for (const cancel of [cancelOpening, cancelLost, cancelRenewal]) cancel?.()
      veil.stop()
    },
  }
}
