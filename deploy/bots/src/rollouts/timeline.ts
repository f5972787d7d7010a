import { percentile } from '../phase-check.js'

export interface Mark {
  readonly label: string
  readonly fromS: number
  readonly toS: number
}

export interface Slice {
  readonly atS: number
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
}

export interface TimelineData {
  readonly title: string
  readonly sliceS: number
  readonly marks: readonly Mark[]
  readonly slices: readonly Slice[]
}

/** Lateness of phases over time, and changes made meanwhile. */
export interface Timeline {
  late(lateMs: number): void
  /** Marks a span, from and to in Unix milliseconds. */
  mark(label: string, fromMs: number, toMs: number): void
  data(title: string): TimelineData
}

const SLICE_S = 2

export function createTimeline(now: () => number = Date.now): Timeline {
  const beganAt = now()
  const seconds = (atMs: number): number => (atMs - beganAt) / 1000
  const slices = new Map<number, number[]>()
  const marks: Mark[] = []
  return {
    late(lateMs) {
      const index = Math.floor(seconds(now()) / SLICE_S)
      const values = slices.get(index)
      if (values) values.push(lateMs)
      else slices.set(index, [lateMs])
    },
    mark: (label, fromMs, toMs) => void marks.push({ label, fromS: seconds(fromMs), toS: seconds(toMs) }),
    data(title) {
      const firstS = Math.min(...[...slices.keys()].map((index) => index * SLICE_S), ...marks.map(({ fromS }) => fromS))
      const originS = Number.isFinite(firstS) ? Math.floor(firstS / SLICE_S) * SLICE_S : 0
      return {
        title,
        sliceS: SLICE_S,
        marks: marks.map(({ label, fromS, toS }) => ({ label, fromS: fromS - originS, toS: toS - originS })),
        slices: [...slices]
          .sort(([one], [other]) => one - other)
          .map(([index, values]) => ({
            atS: index * SLICE_S - originS,
            count: values.length,
            p50Ms: percentile(values, 0.5),
            p99Ms: percentile(values, 0.99),
            maxMs: percentile(values, 1),
          })),
      }
    },
  }
}

const SIZE = { width: 960, height: 380 } as const
const FRAME = { left: 64, right: 16, top: 72, bottom: 44 } as const
const COLORS = {
  p99: '#c2410c',
  p50: '#1d4ed8',
  change: '#64748b',
  objective: '#15803d',
  text: '#334155',
  grid: '#e2e8f0',
}
/** Lateness that 99% of phases must stay below, milliseconds; helm/files/observability/rules/slo.yaml. */
export const LATENESS_OBJECTIVE_MS = 300
const LABEL_ROWS = 3

type Text = (at: { readonly x: number; readonly y: number }, words: string, more?: string) => string

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Draws an SVG: median, 99th percentile, and changes. */
export function drawTimeline({ title, slices, marks, sliceS }: TimelineData): string {
  const endS = Math.max(sliceS, ...slices.map(({ atS }) => atS + sliceS), ...marks.map(({ toS }) => toS))
  const topMs = roundUp(Math.max(LATENESS_OBJECTIVE_MS * 1.2, ...slices.map(({ p99Ms }) => p99Ms)))
  const x = (atS: number): number => round(FRAME.left + (atS / endS) * (SIZE.width - FRAME.left - FRAME.right))
  const y = (ms: number): number =>
    round(SIZE.height - FRAME.bottom - (ms / topMs) * (SIZE.height - FRAME.top - FRAME.bottom))
  const line = (of: (slice: Slice) => number, color: string): string =>
    `<polyline fill="none" stroke="${color}" stroke-width="1.5" points="${slices
      .map((slice) => `${x(slice.atS + sliceS / 2)},${y(of(slice))}`)
      .join(' ')}"/>`
  const text: Text = (at, words, more = '') => `<text x="${at.x}" y="${at.y}" ${more}>${escape(words)}</text>`

  const horizontal = ticks(topMs, 5).map(
    (ms) =>
      `<line x1="${FRAME.left}" x2="${SIZE.width - FRAME.right}" y1="${y(ms)}" y2="${y(ms)}" stroke="${COLORS.grid}"/>` +
      text({ x: FRAME.left - 8, y: y(ms) + 4 }, `${ms} ms`, 'text-anchor="end"'),
  )
  const vertical = ticks(endS, 10).map((atS) =>
    text({ x: x(atS), y: SIZE.height - FRAME.bottom + 18 }, `${atS} s`, 'text-anchor="middle"'),
  )
  const change = ({ label, fromS, toS }: Mark, index: number): string => {
    const width = round(Math.max(1.5, x(toS) - x(fromS)))
    return (
      `<rect x="${x(fromS)}" y="${FRAME.top}" width="${width}" height="${SIZE.height - FRAME.top - FRAME.bottom}" ` +
      `fill="${COLORS.change}" fill-opacity="0.18"/>` +
      text({ x: x(fromS), y: FRAME.top - 6 - 14 * (index % LABEL_ROWS) }, label)
    )
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" ` +
      `font-family="sans-serif" font-size="12" fill="${COLORS.text}">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#ffffff"/>`,
    text({ x: FRAME.left, y: 18 }, title, 'font-weight="bold"'),
    ...horizontal,
    ...vertical,
    ...marks.map(change),
    `<line x1="${FRAME.left}" x2="${SIZE.width - FRAME.right}" y1="${y(LATENESS_OBJECTIVE_MS)}" y2="${y(LATENESS_OBJECTIVE_MS)}" ` +
      `stroke="${COLORS.objective}" stroke-dasharray="6 4"/>`,
    line(({ p99Ms }) => p99Ms, COLORS.p99),
    line(({ p50Ms }) => p50Ms, COLORS.p50),
    ...legend(text),
    '</svg>',
    '',
  ].join('\n')
}

const legend = (text: Text): string[] =>
  (
    [
      [COLORS.p50, 'median'],
      [COLORS.p99, '99th percentile'],
      [COLORS.objective, `objective, ${LATENESS_OBJECTIVE_MS} ms`],
    ] as const
  ).map(([color, words], index) =>
    text({ x: FRAME.left + 130 * index, y: SIZE.height - 8 }, `■ ${words}`, `fill="${color}"`),
  )

const round = (value: number): number => Math.round(value * 10) / 10

function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power
}

function ticks(top: number, count: number): number[] {
  const step = roundUp(top / count)
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step)
}
