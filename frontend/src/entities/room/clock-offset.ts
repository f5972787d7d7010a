/** One minute of ticks. Older samples would hide that one of the clocks was set. */
const KEPT = 12

/** Notes by how much the server's clock was ahead when its message arrived. */
export const sampleClock = (samplesMs: readonly number[], serverTime: number, receivedAt: number): number[] =>
  [...samplesMs, serverTime - receivedAt].slice(-KEPT)

/**
 * How far the server's clock is ahead of ours. Every message was on its way for some time, which makes the server look
 * behind; the quickest one, the largest sample, tells the most.
 */
export const clockOffsetMs = (samplesMs: readonly number[]): number =>
  samplesMs.length === 0 ? 0 : Math.max(...samplesMs)
