import type { Estimates } from './assumptions.js'
import { PODS, PRESENCE, STORES, WORK, type Measured } from './unit-costs.js'

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** What units cost: the machine, and for each unit the processor time where there is most of it. */
export function costsTable({ command, machine, units }: Measured): string {
  const yardstick = units['yardstick']
  const echo = yardstick?.costs['cpu.echo']?.median ?? 1
  const where = Object.entries(machine).map(([name, value]) => `${name} ${value}`).join(', ')
  const shown = ['gateway', ...PODS.filter((pod) => pod !== 'gateway'), ...STORES]
  const lines = [...WORK, ...PRESENCE].map((unit) => {
    const { runs = 0, costs = {} } = units[unit] ?? {}
    const all = shown.map((name) => ({ name, ...(costs[`cpu.${name}`] ?? { median: 0, min: 0, max: 0 }) }))
    const sum = (key: 'median' | 'min' | 'max'): number => all.reduce((total, one) => total + Math.max(0, one[key]), 0)
    const most = all.filter(({ median }) => median >= sum('median') / 10).sort((one, other) => other.median - one.median)
    return row([
      unit,
      brief(sum('median')),
      `${brief(sum('min'))} to ${brief(sum('max'))}`,
      brief(sum('median') / echo),
      most.map(({ name, median }) => `${name} ${brief(median)}`).join(', '),
      brief(Math.max(0, costs['redis.commands']?.median ?? 0)),
      brief(Math.max(0, (costs['nats.in']?.median ?? 0) + (costs['nats.out']?.median ?? 0))),
      brief(Math.max(0, costs['postgres.writes']?.median ?? 0)),
      brief(Math.max(0, costs['wire.toClient']?.median ?? 0)),
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
const spread = (one: { median: number; min: number; max: number } | undefined): string =>
  one === undefined ? '?' : `${brief(one.median)} (${brief(one.min)} to ${brief(one.max)})`
