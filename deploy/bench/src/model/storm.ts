import { RECONNECT } from '@kla/proto/web'
import type { Assumptions } from './assumptions.js'
import { type Costs, type Pod, PODS, STORES } from './costs.js'
import { loadOf } from './demand.js'
import { type Cell, CORES_PER_NATS } from './plan.js'

/** The return of all players of a gateway that died, at the peak. */
export interface Storm {
  readonly connections: number
  readonly inBattles: number
  /** Seconds until all players of battles sit, and until everyone does. */
  readonly battlesSeconds: number
  readonly allSeconds: number
  /** What is fully used meanwhile. */
  readonly bottleneck: string
}

const MICROS = 1_000_000
const MS_PER_SECOND = 1_000
const FIRST_RETURN_MS = RECONNECT.delayMs * (1 - RECONNECT.randomization)
const LAST_RETURN_MS = RECONNECT.delayMs * (1 + RECONNECT.randomization)
/** Spread of the gateway (`spread.ts`): above 500 connections, so many a second, up to 5 s. */
const AT_ONCE = 500
const RETURNS_OF_BATTLES_PER_SECOND = 4_000
const RETURNS_PER_SECOND = 1_500
const SPREAD_MAX_MS = 5_000
/** Share of the entries that players of battles have while others wait (`priority-queue.ts`). */
const BATTLES_SHARE = 7 / 8

const spreadMs = (connections: number, perSecond: number): number =>
  (Math.max(0, connections - AT_ONCE) / perSecond) * MS_PER_SECOND

/** Estimates a storm beside the usual load. Undefined if the cell has no other gateway. */
export function stormOf({ demand, pods, stores }: Cell, costs: Costs, a: Assumptions): Storm | undefined {
  if (pods.gateway < 2) return undefined
  const connections = demand.players / pods.gateway
  const playing = 1 - a.betweenSeconds / demand.cycleSeconds
  const inBattles = connections * a.seatedShare * playing
  // The load of those who return comes back with them.
  const present = 1 - 1 / (2 * pods.gateway)
  const left = { ...pods, gateway: pods.gateway - 1 }
  const cores: Readonly<Record<string, number>> = {
    ...left,
    redis: stores.redis.primaries,
    nats: stores.nats.servers * CORES_PER_NATS,
    postgres: stores.postgres.cores,
  }
  const rates = [...PODS, ...STORES].flatMap((name) => {
    const each = costs.ofReturn(`cpu.${name}`) * a.hardwareRatio
    if (each === 0) return []
    const idle = PODS.includes(name as Pod) ? costs.ofIdle(name as Pod, `cpu.${name}`) * (cores[name] ?? 1) : 0
    const usual = (loadOf(demand, costs, `cpu.${name}`) * present + idle) * a.hardwareRatio
    return [{ name, perSecond: Math.max(0, (cores[name] ?? 1) * MICROS - usual) / each }]
  })
  const [slowest] = rates.sort((one, other) => one.perSecond - other.perSecond)
  if (!slowest) throw new Error('no return was measured')
  const seconds = (returns: number, lastMs: number, perSecond: number): number =>
    Math.max(lastMs, FIRST_RETURN_MS + (returns / perSecond) * MS_PER_SECOND) / MS_PER_SECOND
  const battlesMs = Math.min(SPREAD_MAX_MS, spreadMs(inBattles, RETURNS_OF_BATTLES_PER_SECOND))
  const othersMs = Math.min(SPREAD_MAX_MS, spreadMs(connections, RETURNS_PER_SECOND) + battlesMs)
  return {
    connections,
    inBattles,
    battlesSeconds: seconds(inBattles, LAST_RETURN_MS + battlesMs, slowest.perSecond * BATTLES_SHARE),
    allSeconds: seconds(connections, LAST_RETURN_MS + othersMs, slowest.perSecond),
    bottleneck: slowest.name,
  }
}
