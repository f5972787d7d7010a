import type { Spread } from '../units/summary.js'
import type { Estimates } from './assumptions.js'
import { concerns } from './takes-part.js'
import { PODS, PRESENCE, STORES, WORK } from './kinds.js'
import type { Measured } from './unit-costs.js'

const NOTHING: Spread = { median: 0, min: 0, max: 0 }
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** What units cost: the machine, and for each unit the processor time where there is most of it. */
export function costsTable({ command, machine, units }: Measured): string {
  const yardstick = units['yardstick']
  const echo = yardstick?.costs['cpu.echo']?.median ?? 1
  const where = Object.entries(machine).map(([name, value]) => `${name} ${value}`).join(', ')
  const shown = ['gateway', ...PODS.filter((pod) => pod !== 'gateway'), ...STORES]
  const lines = [...WORK, ...PRESENCE].map((unit) => {
    const { runs = 0, costs = {} } = units[unit] ?? {}
    const counted = (measure: string): Spread => (concerns(unit, measure) ? costs[measure] : undefined) ?? NOTHING
    const all = shown.map((name) => ({ name, ...counted(`cpu.${name}`) }))
    const sum = (key: 'median' | 'min' | 'max'): number => all.reduce((total, one) => total + Math.max(0, one[key]), 0)
    const most = all.filter(({ median }) => median >= Math.max(1, sum('median') / 10)).sort((one, other) => other.median - one.median)
    return row([
      unit,
      brief(sum('median')),
      `${brief(sum('min'))} to ${brief(sum('max'))}`,
      brief(sum('median') / echo),
      most.map(({ name, median }) => `${name} ${brief(median)}`).join(', '),
      brief(Math.max(0, counted('redis.commands').median)),
      brief(Math.max(0, counted('nats.in').median + counted('nats.out').median)),
      brief(Math.max(0, counted('postgres.writes').median)),
      brief(Math.max(0, counted('wire.toClient').median)),
      runs,
    ])
  })
  return [
    `Measured by \`${command}\` on: ${where}. Yardsticks in the same runs: a message echoed by a bare uWebSockets server`,
    `${spread(yardstick?.costs['cpu.echo'])} µs, a bare unary call of grpc-js (both sides) ${spread(yardstick?.costs['cpu.unary'])} µs.`,
    '',
    row(['unit', 'µs of processor, all processes', 'least to most of the runs', 'in echoes', 'where most of it is', 'Redis commands', 'NATS messages', 'PostgreSQL writes', 'bytes to clients', 'runs']),
    row(['---', '---:', '---:', '---:', '---', '---:', '---:', '---:', '---:', '---:']),
    ...lines,
  ].join('\n')
}

export const assumptionsTable = (estimates: Estimates): string =>
  [
    row(['assumption', 'value', 'cheap end', 'dear end', 'unit', 'what it is']),
    row(['---', '---:', '---:', '---:', '---', '---']),
    ...Object.entries(estimates).map(([name, { value, cheap, dear, unit, why }]) => row([`\`${name}\``, value, cheap, dear, unit, why])),
  ].join('\n')

const brief = (value: number): string => (value < 0.05 ? '0' : value < 10 ? value.toFixed(1) : String(Math.round(value)))
const spread = (one: Spread | undefined): string =>
  one === undefined ? '?' : `${brief(one.median)} (${brief(one.min)} to ${brief(one.max)})`
