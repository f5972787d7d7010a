import type { Assumptions } from './assumptions.js'
import { demandOf, type Demand } from './demand.js'
import { loadOf } from './load.js'
import { fanOutOf } from './messages.js'
import { PODS, type Pod } from './kinds.js'
import type { Costs } from './unit-costs.js'

/** How many pods of what, and what they are for. */
export interface Sized {
  readonly demand: Demand
  readonly pods: Readonly<Record<Pod, number>>
}

const MICROS = 1_000_000
const GIB = 2 ** 30
/** Microseconds a second that a pod has for work whatever it does beside it: a divisor that is never nothing. */
const LEAST_ROOM = MICROS / 100
/** Of a pod's memory, what connections may take; the process itself has the rest. */
const CONNECTIONS_SHARE = 0.5
/** Up to here everything runs on one machine, with nothing twice. */
export const ONE_MACHINE_PLAYERS = 500

/** The pods that so many players at once need in one cell. */
export function sizeFor(players: number, costs: Costs, a: Assumptions): Sized {
  const least = players <= ONE_MACHINE_PLAYERS ? 1 : 2
  let gateways = least
  // More gateways read more lists, and hear of more changes, which takes more gateways: a few rounds find how many.
  for (;;) {
    const demand = demandOf(players, a, gateways)
    const needed = Math.max(least, gatewaysFor(demand, costs, a, gateways))
    if (needed <= gateways) {
      const podsOf = (pod: Pod): number => (pod === 'gateway' ? gateways : Math.max(least, podsFor(pod, demand, costs, a)))
      return { demand, pods: Object.fromEntries(PODS.map((pod) => [pod, podsOf(pod)])) as Record<Pod, number> }
    }
    gateways = needed
  }
}

/** Microseconds of a core that a pod may use each second for work, beside what it uses when there is none. */
const roomFor = (pod: Pod, costs: Costs, a: Assumptions): number =>
  Math.max(LEAST_ROOM, MICROS * a.cpuTarget - costs.ofIdle(pod, `cpu.${pod}`) * a.hardwareRatio)

const podsFor = (pod: Pod, demand: Demand, costs: Costs, a: Assumptions): number =>
  Math.ceil((loadOf(demand, costs, `cpu.${pod}`) * a.hardwareRatio) / roomFor(pod, costs, a))

function gatewaysFor(demand: Demand, costs: Costs, a: Assumptions, gateways: number): number {
  const heard = (fanOutOf(demand, { gateway: gateways, signalling: 0 }) / gateways) * costs.ofMessage
  const cpu = loadOf(demand, costs, 'cpu.gateway') * a.hardwareRatio
  const byCpu = Math.ceil(cpu / Math.max(LEAST_ROOM, roomFor('gateway', costs, a) - heard * a.hardwareRatio))
  const byMemory = Math.ceil((demand.players * costs.of('socket opened', 'memory.gateway')) / (a.podGiB * GIB * CONNECTIONS_SHARE))
  return Math.max(byCpu, byMemory, Math.ceil(demand.players / a.socketsPerGateway))
}
