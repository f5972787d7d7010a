import { type Spread, spreadOf } from '../measure/numbers.js'
import { type Figure, OURS, type Target } from './part.js'

/** Markdown: medians with spread, and targets. */
export const tableOf = (figures: readonly Figure[]): string =>
  [
    row(['figure', 'median (least to most)', 'target', 'reached']),
    row(['---', '---:', '---', '---']),
    ...figures.map(({ name, unit, values, target }) => {
      const spread = values[OURS].length > 0 ? spreadOf(values[OURS]) : undefined
      return row([
        `**${name}**, ${unit}`,
        spread ? spreadText(spread) : 'not measured',
        target ? `at ${target.better === 'more' ? 'least' : 'most'} ${target.own} ${unit}` : '',
        target ? (spread && isReached(target, spread.median) ? 'yes' : '**no**') : '',
      ])
    }),
  ].join('\n')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const spreadText = ({ median, min, max }: Spread): string => `${number(median)} (${number(min)} to ${number(max)})`

/** Three digits, never an exponent. */
const number = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 })

const isReached = ({ better, own }: Target, value: number): boolean => (better === 'more' ? value >= own : value <= own)
