/** WCAG 2.2, success criterion 2.3.1: general flash and red flash thresholds. Looked at in small, each frame as RGB24. */
export const WATCHED = { width: 64, height: 36, perSecond: 60 } as const
const PIXELS = WATCHED.width * WATCHED.height
export const WATCHED_BYTES = PIXELS * 3

const LUMINANCE_CHANGE = 0.1
const DARKER_BELOW = 0.8
const RED_CHANGE = 20
const SATURATED = 0.8
/** Three flashes are six changes; one more within the second is too many. */
const CHANGES_MAX = 6
const REMEMBERED = CHANGES_MAX + 1
const AREA = 0.25
/** What turns the same way within 50 ms flashes at once; moving stripes do not. */
const TOGETHER_FRAMES = 3
/** Clips are shown as loops: what flashes only from one round to the next counts as well. */
const REPLAYED_FRAMES = 2 * WATCHED.perSecond

const LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** How often each pixel has turned from rising to falling or back. */
class Turns {
  // Since the last turn, with whether each was marked.
  readonly #high = new Float32Array(PIXELS).fill(-Infinity)
  readonly #low = new Float32Array(PIXELS).fill(Infinity)
  readonly #markedHigh = new Uint8Array(PIXELS)
  readonly #markedLow = new Uint8Array(PIXELS)
  readonly #direction = new Int8Array(PIXELS)
  readonly #turns = new Uint32Array(PIXELS)
  readonly #at = new Int32Array(PIXELS * REMEMBERED)

  constructor(private readonly isChange: (high: number, low: number, marked: boolean) => boolean) {}

  /** The direction of a turn that is one too many within the last second; 0: neither. */
  take(pixel: number, value: number, marked: boolean, frame: number): number {
    const direction = this.#direction[pixel]
    if (value >= (this.#high[pixel] as number)) this.#keep(this.#high, this.#markedHigh, pixel, value, marked)
    if (value <= (this.#low[pixel] as number)) this.#keep(this.#low, this.#markedLow, pixel, value, marked)
    const fell = this.isChange(this.#high[pixel] as number, value, marked || this.#markedHigh[pixel] === 1)
    const rose = this.isChange(value, this.#low[pixel] as number, marked || this.#markedLow[pixel] === 1)
    if ((fell && direction !== -1) || (rose && direction !== 1)) {
      this.#keep(this.#high, this.#markedHigh, pixel, value, marked)
      this.#keep(this.#low, this.#markedLow, pixel, value, marked)
      this.#turn(pixel, fell && direction !== -1 ? -1 : 1, frame)
    }
    const turns = this.#turns[pixel] as number
    // The oldest that is remembered.
    const oldest = this.#at[pixel * REMEMBERED + (turns % REMEMBERED)] as number
    if (turns < REMEMBERED || frame - oldest >= WATCHED.perSecond) return 0
    const latest = this.#at[pixel * REMEMBERED + ((turns - 1) % REMEMBERED)] as number
    return frame - latest < TOGETHER_FRAMES ? (this.#direction[pixel] as number) : 0
  }

  #keep(extremes: Float32Array, marks: Uint8Array, pixel: number, value: number, marked: boolean): void {
    extremes[pixel] = value
    marks[pixel] = marked ? 1 : 0
  }

  #turn(pixel: number, direction: 1 | -1, frame: number): void {
    const turns = this.#turns[pixel] as number
    this.#direction[pixel] = direction
    this.#at[pixel * REMEMBERED + (turns % REMEMBERED)] = frame
    this.#turns[pixel] = turns + 1
  }
}

/** Whether a quarter of the picture flashes more than three times within any second, by luminance or in saturated red. */
export class FlashMeter {
  readonly #first: Uint8Array[] = []
  readonly #luminance = new Turns((high, low) => high - low >= LUMINANCE_CHANGE && low < DARKER_BELOW)
  readonly #red = new Turns((high, low, saturated) => high - low > RED_CHANGE && saturated)
  #frames = 0
  #found = false

  get frames(): number {
    return this.#frames
  }

  take(frame: Uint8Array): void {
    if (this.#first.length < REPLAYED_FRAMES) this.#first.push(new Uint8Array(frame))
    this.#look(frame)
  }

  /** Call once, after the last frame. */
  flashes(): boolean {
    const { length } = this.#first
    for (let at = 0; length > 1 && at < REPLAYED_FRAMES; at++) this.#look(this.#first[at % length] as Uint8Array)
    return this.#found
  }

  #look(frame: Uint8Array): void {
    const together = { brighter: 0, darker: 0, redder: 0, paler: 0 }
    for (let pixel = 0; pixel < PIXELS; pixel++) {
      const r = LINEAR[frame[pixel * 3] as number] as number
      const g = LINEAR[frame[pixel * 3 + 1] as number] as number
      const b = LINEAR[frame[pixel * 3 + 2] as number] as number
      const luminance = 0.2126 * r + 0.7152 * g + 0.0722 * b
      const redness = Math.max(0, (r - g - b) * 320)
      const saturated = r > 0 && r / (r + g + b) >= SATURATED
      const byLuminance = this.#luminance.take(pixel, luminance, false, this.#frames)
      if (byLuminance !== 0) together[byLuminance > 0 ? 'brighter' : 'darker']++
      const byRed = this.#red.take(pixel, redness, saturated, this.#frames)
      if (byRed !== 0) together[byRed > 0 ? 'redder' : 'paler']++
    }
    this.#frames++
    if (Math.max(...Object.values(together)) >= AREA * PIXELS) this.#found = true
  }
}
