import { ClusterFailure } from '../up/commands.js'
import { SECOND } from '../up/places.js'
import type { Change } from './change.js'
import type { Cluster } from './cluster.js'
import { USUAL_BATTLES } from './load/load.js'
import type { Group } from './options.js'
import { hasEnded, servicesOf, unspread } from './readiness.js'

/** One thing that an operator does while battles go on. */
export interface Step {
  readonly group: Group
  readonly name: string
  /** Number of battles, where the step needs its own. */
  readonly battles?: number
  /** True if battles cannot go on meanwhile: they begin after the change. */
  readonly isAlone?: boolean
  /** Brings the cluster into the state that the step needs, before battles begin. */
  prepare?(cluster: Cluster): Promise<void>
  /** Makes the change. Rejects if it could not be made. */
  act(cluster: Cluster): Promise<Change | void>
  /** Takes back what `prepare` did, after the battles and after a failure. */
  undo?(cluster: Cluster): Promise<void>
}

/** Components with more than one pod while steps run, so that players have a pod to move to. */
export const PODS_AT_FIRST: Readonly<Record<string, number>> = { gateway: 2, 'game-engine': 1 }

const scaling = (component: string, count: number): Step => ({
  group: 'scale',
  name: `${component} to ${count}`,
  act: (cluster) => cluster.scale(component, count),
})

const killing = (component: string): Step => ({
  group: 'kill',
  name: `SIGKILL of a ${component}`,
  async act(cluster) {
    const victim = await cluster.victim(component)
    await cluster.kill(victim)
    return { isSeen: hasEnded(victim) }
  },
})

const deleting = (store: string, title: string): Step => ({
  group: 'stores',
  name: `${title}'s pod deleted`,
  async act(cluster) {
    const victim = await cluster.victim(store)
    await cluster.deletePod(victim)
    return { isSeen: hasEnded(victim) }
  },
})

/** Gives each service a pod on each node. A store stays the only one, on the first node. */
async function spread(cluster: Cluster): Promise<void> {
  const services = servicesOf(await cluster.list())
  for (const count of [1, 2]) {
    for (const service of services) await cluster.scale(service, count)
    await cluster.settled()
  }
  const together = unspread(await cluster.list())
  if (together.length > 0) throw new ClusterFailure(`All pods on one node: ${together.join(', ')}`)
}

/** Steps in their order. Engines start with one pod and end with two. */
export const STEPS: readonly Step[] = [
  { group: 'quiet', name: 'no change', act: () => Promise.resolve() },
  scaling('game-engine', 4),
  scaling('game-engine', 2),
  { group: 'roll', name: 'gateways rolled', act: (cluster) => cluster.restart('gateway') },
  {
    group: 'roll',
    name: 'gateways rolled, drained as in production',
    prepare: (cluster) => cluster.drainAsInProduction(),
    act: (cluster) => cluster.restart('gateway'),
    undo: (cluster) => cluster.upgrade({}),
  },
  ...['gateway', 'game-engine', 'rooms'].map(killing),
  deleting('redis', 'Redis'),
  deleting('postgres', 'PostgreSQL'),
  deleting('nats', 'NATS'),
  { group: 'policies', name: 'every service tries every port', act: (cluster) => cluster.tryPorts() },
  { group: 'upgrade', name: 'helm upgrade, the same', act: (cluster) => cluster.upgrade({}) },
  {
    group: 'upgrade',
    name: 'helm upgrade, every service anew',
    act: (cluster) => cluster.upgrade({ logLevel: 'warn' }),
  },
  { group: 'upgrade', name: 'helm rollback', act: (cluster) => cluster.rollBack() },
  { group: 'authority', name: 'the authority changed', act: (cluster) => cluster.changeAuthority() },
  { group: 'authority', name: 'all certificates renewed', act: (cluster) => cluster.renewCertificates() },
  // An upgrade would put the chart's Secrets back at once.
  { group: 'authority', name: 'the former authority again', act: (cluster) => cluster.restoreAuthority() },
  {
    group: 'load',
    name: 'ten times the load',
    battles: USUAL_BATTLES,
    prepare: (cluster) => cluster.startAutoscaling(),
    act: (cluster) => cluster.raiseLoad(USUAL_BATTLES),
    undo: (cluster) => cluster.stopAutoscaling(),
  },
  { group: 'restore', name: 'deleted and restored', isAlone: true, act: (cluster) => cluster.restore() },
  { group: 'nodes', name: 'a node drained', prepare: spread, act: (cluster) => cluster.drain(SECOND.name) },
  {
    group: 'nodes',
    name: 'a node lost',
    async prepare(cluster) {
      await cluster.uncordon(SECOND.name)
      await spread(cluster)
    },
    act: (cluster) => cluster.lose(SECOND),
  },
]
