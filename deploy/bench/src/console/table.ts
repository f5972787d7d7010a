import type { Measured } from './measure.js'

/** Issue 4: "p95 under 100 ms at the gateway". */
export const P95_LIMIT_MS = 100

export const isGood = ({ fault, p95Ms }: Measured): boolean => fault === undefined && p95Ms < P95_LIMIT_MS

const HEADINGS = ['list', 'case', 'calls', 'p50 ms', 'p95 ms', 'max ms', 'healthz ms', 'ratio', '']
const TEXTS: ReadonlySet<number> = new Set([0, 1, HEADINGS.length - 1])

/** Markdown, the slowest case of each list first. */
export function tableOf(measured: readonly Measured[]): string[] {
  const lists = [...new Set(measured.map(({ asked }) => asked.list))]
  const sorted = lists.flatMap((list) =>
    measured.filter(({ asked }) => asked.list === list).sort((one, other) => other.p95Ms - one.p95Ms),
  )
  const rows = [HEADINGS, ...sorted.map(cellsOf)]
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const aligned = (cell: string, column: number): string => {
    const width = widths[column] ?? 0
    return TEXTS.has(column) ? cell.padEnd(width) : cell.padStart(width)
  }
  const line = (cells: readonly string[]): string => `| ${cells.map(aligned).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const [headings = [], ...cells] = rows
  return [line(headings), rule, ...cells.map(line)]
}

const cellsOf = (one: Measured): string[] => [
  one.asked.list,
  one.asked.name,
  String(one.calls),
  one.p50Ms.toFixed(1),
  one.p95Ms.toFixed(1),
  one.maxMs.toFixed(1),
  one.healthP50Ms.toFixed(1),
  (one.p50Ms / one.healthP50Ms).toFixed(1),
  one.fault ?? (isGood(one) ? '' : `over ${P95_LIMIT_MS} ms`),
]

export function summaryOf(measured: readonly Measured[]): string {
  const good = measured.filter(isGood).length
  const worst = Math.max(...measured.map(({ p95Ms }) => p95Ms))
  return `${good} of ${measured.length} cases are under ${P95_LIMIT_MS} ms at p95, the worst at ${worst.toFixed(1)} ms`
}
