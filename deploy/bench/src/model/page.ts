import type { Spread } from '../measure/numbers.js'
import { asAssumed, type Estimates } from './assumptions.js'
import { concerns, type Costs, costsOf, type Measured, PODS, PRESENCE, STORES, WORK } from './costs.js'
import { LIMITS, playersAt } from './limits.js'
import { cellFor, type Plan, planFor } from './plan.js'
import { stormOf } from './storm.js'

export function generatedPage(page: string, measured: Measured, estimates: Estimates): string {
  const costs = costsOf(measured)
  const parts: Readonly<Record<string, string>> = {
    sizes: tablesFor(costs, estimates),
    storm: stormTable(costs, estimates),
    limits: limitsTable(costs, estimates),
    costs: costsTable(measured),
    assumptions: assumptionsTable(estimates),
  }
  return Object.entries(parts).reduce((text, [name, part]) => withGenerated(text, name, part), page)
}

export function withGenerated(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- generated: ${name} -->`, `<!-- end: ${name} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no place for ${name}`)
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`
}

const SIZES = [100, 1_000, 10_000, 100_000, 1_000_000]

export function tablesFor(costs: Costs, estimates: Estimates): string {
  const likely = asAssumed(estimates)
  const plans = SIZES.map((players) => planFor(players, costs, likely))
  const ends = (['cheap', 'dear'] as const).map((end) =>
    SIZES.map((players) => planFor(players, costs, asAssumed(estimates, end))),
  )
  const direct = SIZES.map((players) =>
    planFor(players, costs, { ...likely, relayShare: likely.relayShareWhereDirect }),
  )
  const line = (name: string, value: (plan: Plan, at: number) => string): string => row([name, ...plans.map(value)])
  const range = (at: number): string =>
    ends
      .map((end) => end[at]?.dollarsPerThousand ?? 0)
      .map((dollars) => dollars.toFixed(2))
      .join(' to ')

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
    line('events stored a second', ({ cell }) => number(cell.stores.nats.eventsPerSecond)),
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
    line('all assumptions at their cheap end to all at their expensive end', (_, at) => range(at)),
    line('together, if players may connect directly', (_, at) => (direct[at]?.dollarsPerThousand ?? 0).toFixed(2)),
  ].join('\n')
}

const STORM_SIZES = [1_000, 10_000, 20_000, 100_000]

export function stormTable(costs: Costs, estimates: Estimates): string {
  const likely = asAssumed(estimates)
  const lines = STORM_SIZES.map((players) => {
    const cell = cellFor(players, costs, likely)
    const storm = stormOf(cell, costs, likely)
    if (!storm) return row([group(players), cell.pods.gateway, '', '', '', '', ''])
    const { connections, inBattles, battlesSeconds, allSeconds, bottleneck } = storm
    const numbers = [connections, inBattles, battlesSeconds, allSeconds].map(number)
    return row([group(players), cell.pods.gateway, ...numbers, bottleneck])
  })
  return [
    row([
      'players at once',
      'gateways',
      'connections of the one that died',
      'of these in battles',
      'all of these seated, s',
      'everyone seated, s',
      'busiest meanwhile',
    ]),
    row(['---:', '---:', '---:', '---:', '---:', '---:', '---']),
    ...lines,
  ].join('\n')
}

export function limitsTable(costs: Costs, estimates: Estimates): string {
  const limits = LIMITS.map((limit) => ({
    ...limit,
    at: playersAt(limit, costs, asAssumed(estimates)),
    dear: playersAt(limit, costs, asAssumed(estimates, 'dear')),
  })).sort((one, other) => (one.at ?? Infinity) - (other.at ?? Infinity))
  const players = (at: number | undefined): string => (at === undefined ? 'never' : number(at))
  return [
    row(['full at about so many players in one cell', 'at the expensive end', 'what', 'why', 'what to change']),
    row(['---:', '---:', '---', '---', '---']),
    ...limits.map(({ at, dear, name, what, change }) => row([players(at), players(dear), `**${name}**`, what, change])),
  ].join('\n')
}

const NOTHING: Spread = { median: 0, min: 0, max: 0 }

function costsTable({ date, machine, units }: Measured): string {
  const yardstick = units['yardstick']
  const echo = yardstick?.costs['cpu.echo']?.median ?? 1
  const where = Object.entries(machine)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  const shown = ['gateway', ...PODS.filter((pod) => pod !== 'gateway'), ...STORES]
  const lines = [...WORK, ...PRESENCE].map((unit) => {
    const { runs = 0, costs = {} } = units[unit] ?? {}
    const counted = (measure: string): Spread => (concerns(unit, measure) ? costs[measure] : undefined) ?? NOTHING
    const all = shown.map((name) => ({ name, ...counted(`cpu.${name}`) }))
    const sum = (key: 'median' | 'min' | 'max'): number => all.reduce((total, one) => total + Math.max(0, one[key]), 0)
    const most = all
      .filter(({ median }) => median >= Math.max(1, sum('median') / 10))
      .sort((one, other) => other.median - one.median)
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
    `Measured on ${date} on: ${where}. Yardsticks in the same runs: a message echoed by a bare uWebSockets server`,
    `${spread(yardstick?.costs['cpu.echo'])} µs, a bare unary call of grpc-js (both sides) ${spread(yardstick?.costs['cpu.unary'])} µs.`,
    '',
    row([
      'unit',
      'µs of processor, all processes',
      'least to most of the runs',
      'in echoes',
      'where most of it is',
      'Redis commands',
      'NATS messages',
      'PostgreSQL writes',
      'bytes to clients',
      'runs',
    ]),
    row(['---', '---:', '---:', '---:', '---', '---:', '---:', '---:', '---:', '---:']),
    ...lines,
  ].join('\n')
}

const assumptionsTable = (estimates: Estimates): string =>
  [
    row(['assumption', 'value', 'cheap end', 'expensive end', 'unit', 'what it is']),
    row(['---', '---:', '---:', '---:', '---', '---']),
    ...Object.entries(estimates).map(([name, { value, cheap, dear, unit, why }]) =>
      row([`\`${name}\``, value, cheap, dear, unit, why]),
    ),
  ].join('\n')

const number = (value: number): string => {
  if (value === 0) return '0'
  const rounded = Number(value.toPrecision(2))
  return Math.abs(rounded) >= 10_000
    ? `${group(rounded)}`
    : rounded >= 10
      ? String(Math.round(rounded))
      : String(rounded)
}

const group = (value: number): string => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const brief = (value: number): string =>
  value < 0.05 ? '0' : value < 10 ? value.toFixed(1) : String(Math.round(value))

const spread = (one: Spread | undefined): string =>
  one === undefined ? '?' : `${brief(one.median)} (${brief(one.min)} to ${brief(one.max)})`
