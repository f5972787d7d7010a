/** One minute; older samples would hide a clock change. */
const KEPT = 12

export const sampleClock = (samplesMs: readonly number[], serverTime: number, receivedAt: number): number[] =>
  [...samplesMs, serverTime - receivedAt].slice(-KEPT)

/** Milliseconds that the server is ahead. Delays only lower samples, so the largest is best. */
export const clockOffsetMs = (samplesMs: readonly number[]): number =>
  samplesMs.length === 0 ? 0 : Math.max(...samplesMs)
