import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@kla/chassis'
import { startPlatform } from '@kla/local'
import { type Numbers, spreadOf, type Spread } from '../measure/numbers.js'
import { countWire, createCounters } from './counters.js'
import { createMeasure, type Ground, type SeatedPair } from './ground.js'
import { startMonitoredNats } from './nats-server.js'
import { connectAll } from './people.js'
import { battles, chat, standingBattles } from './phases/battles.js'
import { departures, lobby, matches, seats } from './phases/rooms.js'
import { clips, purchases, reads, saves } from './phases/shop.js'
import { signals } from './phases/signals.js'
import { morePods, signIns, sockets } from './phases/sockets.js'
import { measureEcho, measureUnary } from './yardsticks.js'

const PEOPLE = 200
/** The payment stand-in runs in this process and is not a unit of the product. */
const BUYING_PAIRS = 20
/** So few that all accept before a match expires on a busy machine. */
const SEARCHING = 80

async function playThrough(ground: Ground): Promise<void> {
  const { measure } = ground
  const rest = await morePods(ground)
  const sessions = await signIns(ground, PEOPLE)
  await reads(ground, sessions)
  await sockets(ground, sessions, rest)

  const [restlessSession, ...others] = sessions
  if (!restlessSession) throw new Error('nobody is there')
  const players = others.slice(0, others.length - (others.length % 4))
  const { same, across } = await seats(ground, players)
  const [restless] = await connectAll([restlessSession], ground.gateways[1])
  if (restless) await lobby(ground, others, restless)

  await chat(ground, 'one gateway', same)
  await chat(ground, 'two gateways', across)
  await signals(ground, [...same, ...across])
  const pairs = [...same, ...across]
  const seen = clipsSeenBy(pairs)
  const standing = await measure.standing('all seated, second', 1)
  const able = await battles(ground, pairs.filter((_, at) => at % 2 === 0))
  await tried(standingBattles(ground, able, standing))
  await tried(clips(ground, restlessSession, [...seen]))
  const buying = able.slice(0, BUYING_PAIRS)
  await tried(purchases(ground, buying.flatMap(({ first, second }) => [first.session, second.session])))
  await tried(saves(ground, buying, measure.costs.get('battle of 1 rounds') ?? {}))

  const people = pairs.flatMap(({ first, second }) => [first, second])
  await departures(ground, people)
  await tried(matches(ground, people.slice(0, SEARCHING)))
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

export type RunCosts = ReadonlyMap<string, Numbers>

/** The shortest phases, except the vote; every battle counts. */
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

/** Yardsticks first, then every unit on a platform with two gateways. */
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
      const ground: Ground = { platform, gateways: [first ?? '', second ?? ''], measure }
      await playThrough(ground).finally(() => counters.close())
      return new Map([...measure.costs, ['yardstick', { 'cpu.echo': echo, 'cpu.unary': unary }]])
    } finally {
      await platform.close()
    }
  } finally {
    await nats.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

export type UnitCosts = Readonly<Record<string, { readonly runs: number; readonly costs: Readonly<Record<string, Spread>> }>>

/** The median of runs; what is 0 in all of them is left out. */
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
