import { asAssumed, type Estimates } from './assumptions.js'
import { LIMITS, playersAt } from './limits.js'
import { planFor, type Plan } from './plan.js'
import { PODS } from './kinds.js'
import type { Costs } from './unit-costs.js'

/** How many players at once the page speaks of. */
export const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]

const number = (value: number): string => {
  if (value === 0) return '0'
  const rounded = Number(value.toPrecision(2))
  return Math.abs(rounded) >= 10_000 ? `${group(rounded)}` : rounded >= 10 ? String(Math.round(rounded)) : String(rounded)
}
const group = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** The tables of the page, in Markdown. */
export function tablesFor(costs: Costs, estimates: Estimates): string {
  const likely = asAssumed(estimates)
  const plans = SIZES.map((players) => planFor(players, costs, likely))
  const ends = (['cheap', 'dear'] as const).map((end) => SIZES.map((players) => planFor(players, costs, asAssumed(estimates, end))))
  const relayOnly = SIZES.map((players) => planFor(players, costs, { ...likely, relayShare: 1 }))
  const line = (name: string, value: (plan: Plan, at: number) => string): string => row([name, ...plans.map(value)])
  const range = (at: number): string =>
    ends.map((end) => end[at]?.dollarsPerThousand ?? 0).map((dollars) => dollars.toFixed(2)).join(' to ')

  return [
    row(['players at once', ...SIZES.map(group)]),
    row(['---', ...SIZES.map(() => '---:')]),
    line('cells', ({ cells }) => String(cells)),
    row(['**in each cell**', ...SIZES.map(() => '')]),
    line('players', ({ players, cells }) => group(players / cells)),
    line('rooms', ({ cell }) => number(cell.demand.rooms)),
    line('battles that end, a second', ({ cell }) => number(cell.demand.battlesPerSecond)),
    ...PODS.map((pod) => line(`${pod} pods`, ({ cell }) => String(cell.pods[pod]))),
    line('Redis commands a second', ({ cell }) => number(cell.stores.redis.commandsPerSecond)),
    line('Redis primaries, each with a replica', ({ cell }) => String(cell.stores.redis.primaries)),
    line('NATS messages a second, in and out', ({ cell }) => number(cell.stores.nats.messagesPerSecond)),
    line('facts stored a second', ({ cell }) => number(cell.stores.nats.factsPerSecond)),
    line('NATS servers', ({ cell }) => String(cell.stores.nats.servers)),
    line('PostgreSQL write transactions a second', ({ cell }) => number(cell.stores.postgres.writesPerSecond)),
    line('PostgreSQL cores, each with a standby', ({ cell }) => String(cell.stores.postgres.cores)),
    line('write-ahead log, GB a day', ({ cell }) => number(cell.stores.postgres.walGigabytesPerDay)),
    line('battles kept a day', ({ cell }) => number(cell.stores.postgres.battlesPerDay)),
    line('GB of battles kept a day', ({ cell }) => number(cell.stores.postgres.keptGigabytesPerDay)),
    line('TURN, Gbit/s each way', ({ cell }) => number(cell.network.turnMegabits / 1_000)),
    line('TURN servers', ({ cell }) => String(cell.network.turnServers)),
    line('clips by CDN, Gbit/s', ({ cell }) => number(cell.network.clipMegabits / 1_000)),
    line('gateways to players, Mbit/s', ({ cell }) => number(cell.network.gatewayMegabits)),
    line('clips from gateways to the CDN, Mbit/s', ({ cell }) => number(cell.network.originMegabits)),
    row(['**for a thousand players and an hour, USD**', ...SIZES.map(() => '')]),
    ...(['pods', 'stores', 'turn', 'clips', 'traffic'] as const).map((part) =>
      line(part, ({ cell, cells, players }) => ((cell.money[part] * cells * 1_000) / players).toFixed(2)),
    ),
    line('**together**', ({ dollarsPerThousand }) => `**${dollarsPerThousand.toFixed(2)}**`),
    line('all assumptions at their cheap, at their dear end', (_, at) => range(at)),
    line('together, if every pair is relayed', (_, at) => (relayOnly[at]?.dollarsPerThousand ?? 0).toFixed(2)),
  ].join('\n')
}

/** What fills up in one cell that grows and grows, the first thing first. */
export function limitsTable(costs: Costs, estimates: Estimates): string {
  const limits = LIMITS.map((limit) => ({
    ...limit,
    at: playersAt(limit, costs, asAssumed(estimates)),
    dear: playersAt(limit, costs, asAssumed(estimates, 'dear')),
  })).sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))
  const players = (at: number | undefined): string => (at === undefined ? 'not in sight' : number(at))
  return [
    row(['full at about so many players in one cell', 'at the dear end', 'what', 'why', 'what to change']),
    row(['---:', '---:', '---', '---', '---']),
    ...limits.map(({ at, dear, name, what, change }) => row([players(at), players(dear), `**${name}**`, what, change])),
  ].join('\n')
}
