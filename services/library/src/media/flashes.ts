import { setImmediate as nextTick } from 'node:timers/promises'
import { KlaError } from '@kla/chassis'

/** Size of judged RGB24 frames. Thresholds for general and red flashes: WCAG 2.2, success criterion 2.3.1. */
export const WATCHED = { width: 64, height: 36 } as const
const PIXELS = WATCHED.width * WATCHED.height
export const WATCHED_BYTES = PIXELS * 3

const LUMINANCE_CHANGE = 0.1
const DARKER_BELOW = 0.8
const RED_CHANGE = 20
const SATURATED = 0.8
/** Three flashes are six changes. */
const CHANGES_MAX = 6
const REMEMBERED = CHANGES_MAX + 1
const WINDOW_MS = 999
const AREA = 0.25
/** Turns in one direction within this span are one flash, unlike moving stripes. */
const TOGETHER_MS = 50
const FRAME_MIN_MS = 1000 / 60
/** Clips loop, so flashes across the seam count. Short loops are replayed several times. */
const REPLAYED_MS = 3000
const REPLAYED_FRAMES_MAX = 900
/** Takes about 5 ms of work. */
const FRAMES_AT_ONCE = 16

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

class Turns {
  // Extremes since the last turn, and whether each was marked.
  readonly #high = new Float32Array(PIXELS).fill(-Infinity)
  readonly #low = new Float32Array(PIXELS).fill(Infinity)
  readonly #markedHigh = new Uint8Array(PIXELS)
  readonly #markedLow = new Uint8Array(PIXELS)
  readonly #direction = new Int8Array(PIXELS)
  readonly #turns = new Uint32Array(PIXELS)
  readonly #atMs = new Float64Array(PIXELS * REMEMBERED)

  constructor(private readonly isChange: (high: number, low: number, marked: boolean) => boolean) {}

  /** Returns the direction of a turn too many within a second, otherwise 0. */
  take(pixel: number, value: number, marked: boolean, nowMs: number): number {
    const direction = this.#direction[pixel]
    if (value >= (this.#high[pixel] as number)) this.#keep(this.#high, this.#markedHigh, pixel, value, marked)
    if (value <= (this.#low[pixel] as number)) this.#keep(this.#low, this.#markedLow, pixel, value, marked)
    const fell = this.isChange(this.#high[pixel] as number, value, marked || this.#markedHigh[pixel] === 1)
    const rose = this.isChange(value, this.#low[pixel] as number, marked || this.#markedLow[pixel] === 1)
    if ((fell && direction !== -1) || (rose && direction !== 1)) {
      this.#keep(this.#high, this.#markedHigh, pixel, value, marked)
      this.#keep(this.#low, this.#markedLow, pixel, value, marked)
      this.#turn(pixel, fell && direction !== -1 ? -1 : 1, nowMs)
    }
    const turns = this.#turns[pixel] as number
    const oldestMs = this.#atMs[pixel * REMEMBERED + (turns % REMEMBERED)] as number
    if (turns < REMEMBERED || nowMs - oldestMs >= WINDOW_MS) return 0
    const latestMs = this.#atMs[pixel * REMEMBERED + ((turns - 1) % REMEMBERED)] as number
    return nowMs - latestMs < TOGETHER_MS ? (this.#direction[pixel] as number) : 0
  }

  #keep(extremes: Float32Array, marks: Uint8Array, pixel: number, value: number, marked: boolean): void {
    extremes[pixel] = value
    marks[pixel] = marked ? 1 : 0
  }

  #turn(pixel: number, direction: 1 | -1, nowMs: number): void {
    const turns = this.#turns[pixel] as number
    this.#direction[pixel] = direction
    this.#atMs[pixel * REMEMBERED + (turns % REMEMBERED)] = nowMs
    this.#turns[pixel] = turns + 1
  }
}

interface Shown {
  readonly frame: Uint8Array
  readonly atMs: number
}

/**
 * Detects whether a quarter of the looped picture flashes over three times in any second, by luminance or saturated
 * red.
 */
export class FlashMeter {
  readonly #first: Shown[] = []
  readonly #luminance = new Turns((high, low) => high - low >= LUMINANCE_CHANGE && low < DARKER_BELOW)
  readonly #red = new Turns((high, low, saturated) => high - low > RED_CHANGE && saturated)
  #frames = 0
  #startMs = 0
  #lastMs = 0
  #longestMs = 0
  #latest: Uint8Array | undefined
  #found = false

  get frames(): number {
    return this.#frames
  }

  /** Takes frames as shown. Throws MEDIA_TOO_LARGE for too many. */
  take(given: Uint8Array, atMs: number): void {
    if (this.#frames === 0) this.#startMs = atMs
    else this.#longestMs = Math.max(this.#longestMs, atMs - this.#lastMs)
    this.#frames++
    this.#lastMs = atMs
    const kept = this.#look(given, atMs)
    if (!kept || atMs - this.#startMs >= REPLAYED_MS) return
    this.#first.push({ frame: kept, atMs: atMs - this.#startMs })
    if (this.#first.length > REPLAYED_FRAMES_MAX) throw new KlaError('MEDIA_TOO_LARGE')
  }

  /** `lastFrameMs`: 0 if unknown; capped, because players differ. */
  async flashes(lastFrameMs: number): Promise<boolean> {
    const heldMs = Math.max(FRAME_MIN_MS, Math.min(lastFrameMs, this.#longestMs))
    const roundMs = this.#lastMs - this.#startMs + heldMs
    let looked = 0
    for (let round = 1; this.#frames > 1 && (round - 1) * roundMs < REPLAYED_MS; round++) {
      for (const { frame, atMs } of this.#first) {
        if (this.#found || (round - 1) * roundMs + atMs >= REPLAYED_MS) break
        this.#look(frame, this.#startMs + round * roundMs + atMs)
        if (++looked % FRAMES_AT_ONCE === 0) await nextTick()
      }
    }
    return this.#found
  }

  #look(given: Uint8Array, nowMs: number): Uint8Array | undefined {
    if (this.#found || (this.#latest && Buffer.compare(this.#latest, given) === 0)) return undefined
    const frame = new Uint8Array(given)
    this.#latest = frame
    const together = { brighter: 0, darker: 0, redder: 0, paler: 0 }
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      const r = LINEAR[frame[pixel * 3] as number] as number
      const g = LINEAR[frame[pixel * 3 + 1] as number] as number
      const b = LINEAR[frame[pixel * 3 + 2] as number] as number
      const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
      const redness = Math.max(0, (r - g - b) * 320)
      const saturated = r > 0 && r / (r + g + b) >= SATURATED
      const byLuminance = this.#luminance.take(pixel, luminance, false, nowMs)
      if (byLuminance !== 0) together[byLuminance > 0 ? 'brighter' : 'darker']++
      const byRed = this.#red.take(pixel, redness, saturated, nowMs)
      if (byRed !== 0) together[byRed > 0 ? 'redder' : 'paler']++
    }
    if (Math.max(...Object.values(together)) >= AREA * PIXELS) this.#found = true
    return frame
  }
}
