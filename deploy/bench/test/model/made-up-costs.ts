import { PODS, PRESENCE, RETURN, STORES, type UnitCosts, WORK } from '../../src/model/costs.js'

const MEASURES = [
  ...PODS.map((pod) => `cpu.${pod}`),
  ...STORES.map((store) => `cpu.${store}`),
  'memory.gateway', 'redis.commands', 'nats.in', 'nats.out', 'events.stored', 'postgres.writes', 'postgres.walBytes',
  'wire.toClient',
] // oxfmt-ignore

/** Costs of which every unit needs something of everything, some less than others; `more` replaces single numbers. */
export function madeUpCosts(more: Readonly<Record<string, Readonly<Record<string, number>>>> = {}): {
  units: UnitCosts
} {
  const units: Record<string, UnitCosts[string]> = {}
  const spread = (value: number) => ({ median: value, min: value, max: value })
  const add = (unit: string, numbers: Readonly<Record<string, number>>): void => {
    const costs = Object.entries({ ...numbers, ...more[unit] }).map(([name, value]) => [name, spread(value)])
    units[unit] = { runs: 1, costs: Object.fromEntries(costs) as UnitCosts[string]['costs'] }
  }
  WORK.forEach((unit, at) =>
    add(unit, Object.fromEntries(MEASURES.map((measure, index) => [measure, 100 + at * 7 + index * 3]))),
  )
  for (const unit of PRESENCE) add(unit, Object.fromEntries(MEASURES.map((measure) => [measure, 1])))
  for (const pod of PODS)
    add(`one more ${pod} pod, second`, { [`cpu.${pod}`]: 5_000, 'cpu.redis': 2_000, 'redis.commands': 50 })
  add(RETURN, { 'cpu.gateway': 1_000, 'cpu.rooms': 1_000, 'cpu.redis': 400 })
  add('yardstick', { 'cpu.echo': 4, 'cpu.unary': 150 })
  return { units }
}
