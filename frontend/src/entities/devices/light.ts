/** Verdict on the light on the player's face. */
export type Light = 'covered' | 'dark' | 'backlit' | 'good'

export const SAMPLE = { width: 32, height: 18 } as const

const BINS = 16
const COVERED_BELOW = 12
const DARK_BELOW = 48
const BACKLIT_BY = 55
const FACE_DARK_BELOW = 95
/** Share of bright pixels that makes a glare. */
const GLARE = 0.12

/** Returns the luma of each pixel after Rec. 601, from 0 to 255. */
export function lumaOf(rgba: ArrayLike<number>): number[] {
  const luma: number[] = []
  for (let at = 0; at + 3 < rgba.length; at += 4) {
    luma.push(0.299 * (rgba[at] ?? 0) + 0.587 * (rgba[at + 1] ?? 0) + 0.114 * (rgba[at + 2] ?? 0))
  }
  return luma
}

export function histogramOf(luma: readonly number[]): number[] {
  const bins = new Array<number>(BINS).fill(0)
  for (const value of luma) {
    const bin = Math.min(BINS - 1, Math.floor((value / 256) * BINS))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  return bins
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** Expects the face in the middle. */
export function judgeLight(luma: readonly number[], width: number = SAMPLE.width): Light {
  const middle: number[] = []
  const edges: number[] = []
  luma.forEach((value, at) => {
    const x = (at % width) / width
    if (x > 0.32 && x < 0.68) middle.push(value)
    else if (x < 0.2 || x > 0.8) edges.push(value)
  })
  const bins = histogramOf(luma)
  const bright = bins.slice(BINS * 0.75).reduce((sum, count) => sum + count, 0) / Math.max(1, luma.length)
  const face = mean(middle)
  if (mean(luma) < COVERED_BELOW) return 'covered'
  if (mean(edges) - face > BACKLIT_BY && face < FACE_DARK_BELOW && bright > GLARE) return 'backlit'
  return mean(luma) < DARK_BELOW ? 'dark' : 'good'
}
