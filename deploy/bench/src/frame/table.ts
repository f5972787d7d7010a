import { mediansOf, type Spread, spreadOf, textOf } from '../measure/numbers.js'
import type { Figure, Measured } from './part.js'

/** Writes medians with spread, and targets or the ratio of each pair of rounds. */
export function tableOf(rounds: readonly Measured[], others: readonly Measured[] = []): string {
  const paired = others.length > 0
  const head = paired
    ? ['figure', 'here', 'there', 'here / there']
    : ['figure', 'median (least to most)', 'target', 'reached']
  return [
    row(head),
    row(['---', '---:', paired ? '---:' : '---', paired ? '---:' : '---']),
    ...(rounds[0]?.figures ?? []).map((figure) => {
      const { name, unit } = figure
      const [here, there] = [rounds, others].map((all) => all.map((round) => valueOf(round, name)))
      const ratios = here?.map((value, at) => value / (there?.[at] ?? NaN)) ?? []
      const cells = paired ? [text(there), text(ratios)] : targetCells(spreadOf(here ?? []), figure)
      return row([`**${name}**, ${unit}`, text(here), ...cells])
    }),
  ].join('\n')
}

/** Lists amounts by process, and notes, of all rounds. */
export function notesOf(rounds: readonly Measured[]): string[] {
  const names = [...new Set(rounds.flatMap(({ amounts }) => Object.keys(amounts)))]
  return [
    ...names.map((name) => `${name}: ${textOf(mediansOf(rounds.map(({ amounts }) => amounts[name] ?? {})))}`),
    ...new Set(rounds.flatMap(({ notes }) => notes)),
  ]
}

const valueOf = ({ figures }: Measured, name: string): number =>
  figures.find((figure: Figure) => figure.name === name)?.value ?? NaN

function targetCells({ median, min }: Spread, { unit, most, least }: Figure): string[] {
  if (least !== undefined) return [`never below ${least} in the same run`, verdict(min >= least)]
  return most === undefined ? ['', ''] : [`at most ${most} ${unit}`, verdict(median <= most)]
}

const verdict = (isReached: boolean): string => (isReached ? 'yes' : '**no**')

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function text(values: readonly number[] = []): string {
  const { median, min, max } = spreadOf(values)
  return `${number(median)} (${number(min)} to ${number(max)})`
}

const number = (value: number): string =>
  Number(value.toPrecision(3)).toLocaleString('en-US', { maximumFractionDigits: 3 })
