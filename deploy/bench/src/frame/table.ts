import { spreadOf, type Spread } from '../measure/numbers.js'
import { type Figure, OURS, type Target } from './part.js'

/** Markdown: medians with spread, our ratio to each contender, targets. */
export const tableOf = (figures: readonly Figure[]): string =>
  [
    row(['figure', 'who', 'median (least to most)', `${OURS} / who, by round`, 'target', 'reached']),
    row(['---', '---', '---:', '---:', '---', '---']),
    ...figures.flatMap(rowsOf),
  ].join('\n')

function rowsOf(figure: Figure): string[] {
  const ours = figure.values[OURS] ?? []
  const verdicts = verdictsOf(figure)
  return Object.entries(figure.values).map(([who, values], at) =>
    row([
      at === 0 ? `**${figure.name}**, ${figure.unit}` : '',
      who,
      values.length === 0 ? 'not measured' : spreadText(spreadOf(values)),
      who === OURS || ours.length * values.length === 0 ? '' : ratioText(ours, values),
      at === 0 ? verdicts.map(({ wanted }) => wanted).join('; ') : '',
      at === 0 ? verdicts.map(({ reached }) => (reached ? 'yes' : '**no**')).join('; ') : '',
    ]),
  )
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function ratioText(ours: readonly number[], theirs: readonly number[]): string {
  const { ofMedians, byRound } = ratioOf(ours, theirs)
  if (!Number.isFinite(ofMedians)) return ''
  return `${ofMedians.toFixed(2)} (${byRound.min.toFixed(2)} to ${byRound.max.toFixed(2)})`
}

const spreadText = ({ median, min, max }: Spread): string => `${number(median)} (${number(min)} to ${number(max)})`

/** Three digits, never an exponent. */
const number = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 })

interface Verdict {
  readonly wanted: string
  readonly reached: boolean
}

export function verdictsOf({ values, target, unit }: Figure): Verdict[] {
  if (!target) return []
  const ours = values[OURS] ?? []
  const verdicts = Object.entries(target.ratios ?? {}).map(([who, wanted]): Verdict => {
    const { ofMedians } = ratioOf(ours, values[who] ?? [])
    return { wanted: `${bound(target)} ${wanted} of ${who}`, reached: isReached(target, ofMedians, wanted) }
  })
  if (target.own === undefined) return verdicts
  const reached = isReached(target, medianOf(ours), target.own)
  return [...verdicts, { wanted: `${bound(target)} ${target.own} ${unit}`, reached }]
}

const bound = ({ better }: Target): string => (better === 'more' ? 'at least' : 'at most')

/** What was not measured is not reached. */
const isReached = ({ better }: Target, value: number, wanted: number): boolean =>
  better === 'more' ? value >= wanted : value <= wanted

interface Ratio {
  readonly ofMedians: number
  /** The spread within rounds: how far the judgement can be trusted. */
  readonly byRound: Spread
}

export const ratioOf = (ours: readonly number[], theirs: readonly number[]): Ratio => ({
  ofMedians: medianOf(ours) / medianOf(theirs),
  byRound: spreadOf(ours.slice(0, theirs.length).map((value, round) => value / (theirs[round] ?? NaN))),
})

/** NaN when nothing was measured: reaches no target. */
const medianOf = (values: readonly number[]): number => (values.length === 0 ? NaN : spreadOf(values).median)
