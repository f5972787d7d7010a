/** One minute of ticks. Older samples would hide that a clock was set. */
const KEPT = 12

export const sampleClock = (samplesMs: readonly number[], serverTime: number, receivedAt: number): number[] =>
  [...samplesMs, serverTime - receivedAt].slice(-KEPT)

/**
 * Milliseconds that the server's clock is ahead. Delays make it look behind, so the largest sample is the most
 * accurate.
 */
export const clockOffsetMs = (samplesMs: readonly number[]): number =>
  samplesMs.length === 0 ? 0 : Math.max(...samplesMs)
