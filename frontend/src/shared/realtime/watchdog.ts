import { type AckFrame, createLiveness, type ServerFrame } from '@kla/proto/web'
import type { Clock } from './clock.js'
import type { OutgoingFrame } from './outbox.js'

/** A dying gateway may not have forwarded its last answers. */
const RECENT_MS = 3_000
const RECENT_MAX = 10
const TRY_AGAIN_MS = 2_000

interface WatchdogOptions {
  clock: Clock
  random: () => number
  probe: () => void
  lose: () => void
  reopen: () => void
}

/** Notices a dead connection and keeps what may be lost with it. */
export interface Watchdog {
  begin(): void
  /** `isLost`: the page did not mean to leave it. */
  end(isLost: boolean): void
  sent(frame: OutgoingFrame): void
  heard(frame: ServerFrame | AckFrame): void
  /** Returns chat messages answered just before a loss. */
  takeRepeats(roomId: string | null): OutgoingFrame[]
  /** Checks at once, or retries at once after a loss. */
  check(): void
}

export type CreateWatchdog = (options: WatchdogOptions) => Watchdog

/** `back` gets the milliseconds without a sign of life. */
export function createWatchdog(
  { clock, random, probe, lose, reopen }: WatchdogOptions,
  back: (awayMs: number) => void = () => undefined,
): Watchdog {
  let lostAt: number | null = null
  let isOpen = false
  let triedAt = -Infinity
  let spreadMs = 0
  const unanswered = new Map<number, OutgoingFrame>()
  let answered: { frame: OutgoingFrame; at: number }[] = []
  let repeats: OutgoingFrame[] = []

  const wasLost = () => {
    isOpen = false
    lostAt ??= liveness.heardAt()
  }

  const liveness = createLiveness({
    clock,
    probe,
    dead() {
      wasLost()
      lose()
      const since = lostAt
      clock.after(random() * spreadMs, () => since === lostAt && !isOpen && reopen())
    },
  })

  return {
    begin() {
      repeats = answered.filter(({ at }) => at > liveness.heardAt() - RECENT_MS).map(({ frame }) => frame)
      answered = []
      unanswered.clear()
      isOpen = true
      spreadMs = 0
      const since = lostAt
      lostAt = null
      liveness.begin()
      if (since !== null) back(clock.now() - since)
    },
    end(isLost) {
      if (isLost) wasLost()
      isOpen = false
      liveness.end()
    },
    sent(frame) {
      if (frame.ack === undefined) return
      liveness.asked()
      if (frame.event === 'send-message') unanswered.set(frame.ack, frame)
    },
    heard(frame) {
      liveness.heard()
      if ('ack' in frame) {
        const line = unanswered.get(frame.ack)
        unanswered.delete(frame.ack)
        if (line && frame.data.success) answered = [...answered, { frame: line, at: clock.now() }].slice(-RECENT_MAX)
      } else if (frame.event === 'alive') liveness.announced(frame.data.withinMs)
      else if (frame.event === 'return-spread') spreadMs = frame.data.spreadMs
    },
    takeRepeats(roomId) {
      const taken = repeats.filter(({ data }) => (data as { roomId: string }).roomId === roomId)
      repeats = []
      return taken
    },
    check() {
      if (isOpen) return liveness.check()
      if (lostAt === null || clock.now() - triedAt < TRY_AGAIN_MS) return
      triedAt = clock.now()
      reopen()
    },
  }
}
