/** A dying gateway may not have passed on what it answered last. */
const RECENT_MS = 3_000
const RECENT_MAX = 10

/** Messages answered lately, to be sent again after a loss under their ids. */
export interface RecentLines {
  sent(ack: number, frame: string): void
  answered(ack: number, isSuccess: boolean, nowMs: number): void
  /** Returns, and forgets, frames answered shortly before the last sign of life. */
  take(heardAtMs: number): string[]
}

export function createRecentLines(): RecentLines {
  const unanswered = new Map<number, string>()
  let answered: { readonly frame: string; readonly atMs: number }[] = []
  return {
    sent: (ack, frame) => void unanswered.set(ack, frame),
    answered(ack, isSuccess, nowMs) {
      const frame = unanswered.get(ack)
      unanswered.delete(ack)
      if (frame !== undefined && isSuccess) answered = [...answered, { frame, atMs: nowMs }].slice(-RECENT_MAX)
    },
    take(heardAtMs) {
      const frames = answered.filter(({ atMs }) => atMs > heardAtMs - RECENT_MS).map(({ frame }) => frame)
      answered = []
      return frames
    },
  }
}
