/** Each bucket ends 2% above the one before it: percentiles are that exact. */
const STEP = Math.log(1.02)
const MICROS_PER_MS = 1_000

/** How long many things took, in buckets of microseconds: small to send, and easy to add up. */
export class Latencies {
  constructor(readonly counts: number[] = []) {}

  record(micros: number): void {
    const bucket = micros <= 1 ? 0 : Math.ceil(Math.log(micros) / STEP)
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
  }

  add(other: Latencies): void {
    other.counts.forEach((count, bucket) => (this.counts[bucket] = (this.counts[bucket] ?? 0) + (count ?? 0)))
  }

  /** Within how many milliseconds this share (0 to 1) of all was done; NaN where there was nothing. */
  percentileMs(share: number): number {
    const total = this.counts.reduce((sum, count) => sum + (count ?? 0), 0)
    let left = total * share
    for (const [bucket, count = 0] of this.counts.entries()) {
      left -= count
      if (total > 0 && left <= 0) return Math.exp(bucket * STEP) / MICROS_PER_MS
    }
    return NaN
  }
}
