import { spreadOf, type Spread } from '../units/index.js'
import type { Figure } from '../result.js'
import { OURS } from '../who.js'
import { judge } from './judge.js'
import { ratioOf } from './ratio.js'

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Figures as a table in Markdown: medians with their spread, ours over each other's, and what was to be reached. */
export const tableOf = (figures: readonly Figure[]): string =>
  [
    row(['figure', 'who', 'median (least to most)', `${OURS} / who, by round`, 'target', 'reached']),
    row(['---', '---', '---:', '---:', '---', '---']),
    ...figures.flatMap(rowsOf),
  ].join('\n')

function rowsOf(figure: Figure): string[] {
  const ours = figure.values[OURS] ?? []
  const verdicts = judge(figure)
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

/** Nothing where there was nothing of theirs to divide by. */
function ratioText(ours: readonly number[], theirs: readonly number[]): string {
  const { ofMedians, byRound } = ratioOf(ours, theirs)
  if (!Number.isFinite(ofMedians)) return ''
  return `${ofMedians.toFixed(2)} (${byRound.min.toFixed(2)} to ${byRound.max.toFixed(2)})`
}

const spreadText = ({ median, min, max }: Spread): string => `${number(median)} (${number(min)} to ${number(max)})`

/** Three digits, and never an exponent. */
const number = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 })
