import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@kla/chassis'
import { startPlatform } from '@kla/local'
import { type Numbers, spreadOf, type Spread } from '../measure/numbers.js'
import { countWire, createCounters } from './counters.js'
import { createMeasure, type UnitsDeps, type SeatedPair } from './measure.js'
import { startMonitoredNats } from './nats-server.js'
import { connectAll } from './players.js'
import { battles, chat, waitingBattles } from './phases/battles.js'
import { departures, lobby, matches, seats } from './phases/rooms.js'
import { clips, purchases, reads, saves } from './phases/shop.js'
import { signals } from './phases/signals.js'
import { morePods, signIns, sockets } from './phases/sockets.js'
import { measureEcho, measureUnary } from './yardsticks.js'

export type RunCosts = ReadonlyMap<string, Numbers>

export type UnitCosts = Readonly<Record<string, { readonly runs: number; readonly costs: Readonly<Record<string, Spread>> }>>

/** Short phases, except the vote; every battle counts. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  BATTLE_PROMPT_MS: '30000',
  BATTLE_SHOW_MS: '1500',
  BATTLE_VOTE_MS: '40000',
  BATTLE_RESULT_MS: '1500',
  COUNTED_AFTER_RUSH_MS: '1',
  COUNTED_AFTER_STAMINA_MS: '1',
  MATCH_ACCEPT_MS: '60000',
  LOG_LEVEL: 'warn',
}

/** Yardsticks first, then units on a platform with two gateways. */
export async function runOnce(say: (line: string) => void): Promise<RunCosts> {
  const [echo, unary] = [await measureEcho(), await measureUnary()]
  say(`  yardsticks: echo ${echo.toFixed(1)}, unary call ${unary.toFixed(1)}`)
  const directory = await mkdtemp(join(tmpdir(), 'kla-units-'))
  const nats = await startMonitoredNats(directory)
  try {
    const platform = await startPlatform({
      environment: ENVIRONMENT,
      processes: { gateway: 2 },
      infrastructure: { natsUrl: nats.url },
    })
    try {
      const gatewayPorts = platform.running('gateway').flatMap(({ slot }) => [slot.http, slot.realtime])
      const [first, second] = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
      const wire = countWire(new Set(gatewayPorts))
      const log = createLogger({ service: 'units', level: 'warn' })
      const counters = await createCounters({ platform, natsMonitor: nats.monitor, natsPid: nats.pid, wire, log })
      const measure = createMeasure(counters, say)
      const deps: UnitsDeps = { platform, gateways: [first ?? '', second ?? ''], measure }
      await playThrough(deps).finally(() => counters.close())
      return new Map([...measure.costs, ['yardstick', { 'cpu.echo': echo, 'cpu.unary': unary }]])
    } finally {
      await platform.close()
    }
  } finally {
    await nats.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

const PLAYERS = 200

/** The payment stand-in runs in this process and is not a unit of the product. */
const BUYING_PAIRS = 20

/** So few that all accept before a match expires on a busy machine. */
const SEARCHING = 80

async function playThrough(deps: UnitsDeps): Promise<void> {
  const { measure } = deps
  const rest = await morePods(deps)
  const sessions = await signIns(deps, PLAYERS)
  await reads(deps, sessions)
  await sockets(deps, sessions, rest)

  const [mover, ...others] = sessions
  if (!mover) throw new Error('no session')
  const players = others.slice(0, others.length - (others.length % 4))
  const { same, across } = await seats(deps, players)
  const [restless] = await connectAll([mover], deps.gateways[1])
  if (restless) await lobby(deps, others, restless)

  await chat(deps, 'one gateway', same)
  await chat(deps, 'two gateways', across)
  await signals(deps, [...same, ...across])
  const pairs = [...same, ...across]
  const seen = clipsSeenBy(pairs)
  const presence = await measure.presence('all seated, second', 1)
  const able = await battles(deps, pairs.filter((_, at) => at % 2 === 0))
  await tried(waitingBattles(deps, able, presence))
  await tried(clips(deps, mover, [...seen]))
  const buying = able.slice(0, BUYING_PAIRS)
  await tried(purchases(deps, buying.flatMap(({ first, second }) => [first.session, second.session])))
  await tried(saves(deps, buying, measure.costs.get('battle of 1 rounds') ?? {}))

  const connected = pairs.flatMap(({ first, second }) => [first, second])
  await departures(deps, connected)
  await tried(matches(deps, connected.slice(0, SEARCHING)))
}

/** A phase that fails on a busy machine is left out of this run. */
const tried = (phase: Promise<unknown>): Promise<unknown> =>
  phase.catch((error: unknown) => console.error('Not measured in this run:', error))

function clipsSeenBy(pairs: readonly SeatedPair[]): ReadonlySet<string> {
  const seen = new Set<string>()
  for (const { bot } of pairs.flatMap(({ first, second }) => [first, second])) {
    bot.client.on('gif-options', ({ options }) => options.forEach(({ gifUrl }) => seen.add(gifUrl)))
  }
  return seen
}

/** Medians; what is 0 in all runs is left out. */
export function summarise(runs: readonly RunCosts[]): UnitCosts {
  const units = new Set(runs.flatMap((run) => [...run.keys()]))
  return Object.fromEntries(
    [...units].map((unit) => {
      const measured = runs.map((run) => run.get(unit)).filter((costs) => costs !== undefined)
      const names = [...new Set(measured.flatMap((costs) => Object.keys(costs)))].sort()
      const costs = names.map((name): [string, Spread] => [name, spreadOf(measured.map((cost) => cost[name] ?? 0))])
      return [unit, { runs: measured.length, costs: Object.fromEntries(costs.filter(([, { min, max }]) => min !== 0 || max !== 0)) }]
    }),
  )
}
