import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVICE_NAMES } from '@kla/proto/callers'
import { parse } from 'yaml'
import { buildAutoscaling } from '../go-programs.js'
import { CHART, NAMESPACE, RELEASE, template } from '../helm.js'
import { parseManifests, workloadsOf } from '../manifests/read.js'
import { ClusterFailure, type Say, waitFor } from '../up/commands.js'
import { CONTAINERD_SOCKET } from '../up/config-files.js'
import { findNode, type Node } from '../up/node.js'
import { FIRST, type Place, SECOND } from '../up/places.js'
import { type Assignments, rollBack, upgrade } from '../up/release.js'
import {
  changeAuthority,
  changeBack,
  type Changed,
  type Identities,
  type IdentitySecret,
  renewAll,
  trustIn,
} from './authority.js'
import type { Change } from './change.js'
import { startAutoscalers } from './load/autoscalers.js'
import { AUTOSCALED, raiseLoad } from './load/load.js'
import { type Attempt, attemptsOf, breaches, PROBE, type Tried } from './reachability.js'
import { type Listed, podsOf, terminating, unready, type Victim, victimOf } from './readiness.js'
import { restore } from './restore/restore.js'

/** What an operator does to the running release. */
export interface Cluster {
  list(): Promise<readonly Listed[]>
  scale(component: string, count: number): Promise<void>
  restart(component: string): Promise<void>
  victim(component: string): Promise<Victim>
  /** Kills the container's first process by the runtime. */
  kill(victim: Victim): Promise<void>
  /** Deletes the pod as `kubectl delete pod` does: its process may stop in order. */
  deletePod(victim: Victim): Promise<void>
  /** Evicts a node's pods as their budgets allow, and lets none come back. */
  drain(node: string): Promise<void>
  /** Lets pods come to a drained node again. */
  uncordon(node: string): Promise<void>
  /** Kills a node with everything on it. Resolves once Kubernetes has noticed, and has been asked to forget the node. */
  lose(place: Place): Promise<void>
  /** Tries every port of every workload from a pod of each Deployment, and compares that with the chart's NetworkPolicies. */
  tryPorts(): Promise<void>
  /** Changes to a new authority, as the chart's README says. */
  changeAuthority(): Promise<void>
  /** Issues all certificates anew by the authority of `changeAuthority`. */
  renewCertificates(): Promise<void>
  /** Returns to the authority before `changeAuthority`. */
  restoreAuthority(): Promise<void>
  /** Lets engines scale by KEDA and Prometheus, which it builds and starts if they do not run. */
  startAutoscaling(): Promise<void>
  /** Plays ten times as many battles, and watches how engines follow. */
  raiseLoad(usual: number): Promise<Change>
  /** Ends the scaling of engines; there is one again. */
  stopAutoscaling(): Promise<void>
  /** Lets gateways drain as long as in production. */
  drainAsInProduction(): Promise<void>
  /** Deletes the release with its volumes and restores it from a backup. */
  restore(): Promise<Change>
  upgrade(assignments: Assignments): Promise<void>
  rollBack(): Promise<void>
  /** Resolves when all workloads are Ready, after the change is seen. */
  ready(isSeen?: (all: readonly Listed[]) => boolean): Promise<void>
  /** Resolves when also no pod is ending. */
  settled(): Promise<void>
}

const NODES: readonly Place[] = [FIRST, SECOND]
const CALL_WITHIN_MS = 30_000
/** Longer than two gateways take that drain as in production. */
const READY_WITHIN_MS = 420_000
const LOOK_EVERY_MS = 250

/** Component that scales under load. */
const SCALED = 'game-engine'
/** Values that render what Prometheus reads, without its operator. */
const OBSERVED = ['observability.podMonitor=true', 'observability.rules=true']

/** Values of the chart that `values-dev.yaml` shortens. */
interface ChartValues {
  readonly drainMs: number
  readonly services: { readonly gateway: { readonly shutdown: object; readonly rollout: object } }
}

export interface ClusterDeps {
  readonly node: Node
  readonly helm: string
  readonly values: readonly string[]
  readonly say: Say
}

export function createCluster({ node, helm, values, say }: ClusterDeps): Cluster {
  const kubectl = (...args: readonly string[]): Promise<string> =>
    node.run('kubectl', ['--namespace', NAMESPACE, ...args], { withinMs: CALL_WITHIN_MS })
  const list = async (): Promise<readonly Listed[]> => {
    const selector = `app.kubernetes.io/instance=${RELEASE}`
    const args = ['get', 'deployments,statefulsets,pods', '--selector', selector, '--output', 'json']
    return (JSON.parse(await kubectl(...args)) as { items: Listed[] }).items
  }
  const deployment = (component: string): string => `deployment/${RELEASE}-${component}`
  /** Waits until nothing is left to wait for; `left` names it. */
  const until = async (left: (all: readonly Listed[]) => readonly string[]): Promise<void> => {
    const endMs = Date.now() + READY_WITHIN_MS
    for (;;) {
      const names = left(await list())
      if (names.length === 0) return
      if (Date.now() > endMs) throw new ClusterFailure(`after ${READY_WITHIN_MS / 1000} s: ${names.join(', ')}`)
      await sleep(LOOK_EVERY_MS)
    }
  }
  const settled = (): Promise<void> => until((all) => [...unready(all), ...terminating(all)])
  const scale = async (component: string, count: number): Promise<void> => {
    await kubectl('scale', deployment(component), '--replicas', String(count))
  }
  const identities = identitiesOf({ kubectl, list })
  let changed: Changed | undefined
  const theChange = (): Changed => {
    if (!changed) throw new ClusterFailure('the authority was not changed')
    return changed
  }
  return {
    list,
    scale,
    async restart(component) {
      await kubectl('rollout', 'restart', deployment(component))
    },
    async victim(component) {
      const victim = victimOf(await list(), component)
      if (victim === undefined) throw new ClusterFailure(`there is no running ${component}`)
      return victim
    },
    async kill({ container, node: name }) {
      const args = ['--address', CONTAINERD_SOCKET, '--namespace', 'k8s.io']
      const place = NODES.find((one) => one.name === name)
      if (!place) throw new ClusterFailure(`${container} is on ${name}, which this cluster does not have`)
      await (
        await findNode('', place)
      ).run('ctr', [...args, 'tasks', 'kill', '--signal', 'SIGKILL', container], { withinMs: CALL_WITHIN_MS })
    },
    async deletePod({ pod }) {
      await kubectl('delete', 'pod', pod, '--wait=false')
    },
    async drain(name) {
      const flags = ['--ignore-daemonsets', '--delete-emptydir-data', `--timeout=${READY_WITHIN_MS / 1_000}s`]
      await node.run('kubectl', ['drain', name, ...flags], { withinMs: READY_WITHIN_MS + CALL_WITHIN_MS })
    },
    async uncordon(name) {
      await kubectl('uncordon', name)
    },
    async lose(place) {
      process.kill((await findNode('', place)).pid, 'SIGKILL')
      const ready = 'jsonpath={.status.conditions[?(@.type=="Ready")].status}'
      const isNoticed = async (): Promise<boolean> =>
        (await kubectl('get', 'node', place.name, '--output', ready)) !== 'True'
      await waitFor(`the loss of ${place.name} to be noticed`, READY_WITHIN_MS, isNoticed)
      // As a cloud's controller does. Its pods would wait five minutes for it.
      await kubectl('delete', 'node', place.name)
    },
    async tryPorts() {
      const objects = parseManifests(await template(helm, values))
      const attempts = attemptsOf({ objects, workloads: workloadsOf(objects) })
      const all = await list()
      const podOf = (component: string): Victim => {
        const pod = victimOf(all, component)
        if (pod === undefined) throw new ClusterFailure(`there is no running ${component}`)
        return pod
      }
      const target = ({ to, port }: Attempt): string => `${podOf(to).address}:${port}`
      const tried: Tried[] = []
      for (const service of new Set(attempts.map(({ from }) => from))) {
        const own = attempts.filter(({ from }) => from === service)
        const command = ['node', '--eval', PROBE, ...own.map(target)]
        const args = ['exec', podOf(service).pod, '--container', service, '--', ...command]
        const reached = JSON.parse(await kubectl(...args)) as string[]
        tried.push(...own.map((attempt) => ({ ...attempt, hasReached: reached.includes(target(attempt)) })))
      }
      const faults = breaches(tried)
      if (faults.length > 0) throw new ClusterFailure(faults.join('; '))
    },
    async changeAuthority() {
      changed = await changeAuthority(identities)
    },
    renewCertificates: () => renewAll(identities, theChange()),
    restoreAuthority: () => changeBack(identities, theChange()),
    async startAutoscaling() {
      const objects = parseManifests(await template(helm, values, OBSERVED))
      await startAutoscalers(node, await buildAutoscaling(say), objects)
      await upgrade(node, helm, values, AUTOSCALED)
      const active = 'jsonpath={.status.conditions[?(@.type=="ScalingActive")].status}'
      await waitFor('the autoscaler to read what it scales on', READY_WITHIN_MS, async () => {
        return (await kubectl('get', 'hpa', `${RELEASE}-${SCALED}`, '--output', active)) === 'True'
      })
      await settled()
    },
    raiseLoad: (usual) => raiseLoad(node, usual),
    async stopAutoscaling() {
      await upgrade(node, helm, values, {})
      await scale(SCALED, 1)
    },
    async drainAsInProduction() {
      const { drainMs, services } = parse(await readFile(`${CHART}/values.yaml`, 'utf8')) as ChartValues
      const { shutdown, rollout } = services.gateway
      await upgrade(node, helm, values, {
        drainMs,
        'services.gateway.shutdown': shutdown,
        'services.gateway.rollout': rollout,
      })
    },
    restore: () => restore({ node, helm, values, kubectl, list, scale, settled }),
    upgrade: (assignments) => upgrade(node, helm, values, assignments),
    rollBack: () => rollBack(node, helm),
    ready: (isSeen = () => true) => until((all) => (isSeen(all) ? unready(all) : ['the change is not seen'])),
    settled,
  }
}

/** Program for Node in a pod: prints what its process says of its identity. */
const TRUST = `fetch('http://localhost:' + process.env.HEALTH_PORT + '/metrics').then((page) => page.text())
  .then((text) => console.log(text.split('\\n').filter((line) => line.startsWith('kla_identity_')).join('\\n')))`

function identitiesOf({
  kubectl,
  list,
}: Pick<Cluster, 'list'> & { readonly kubectl: (...args: readonly string[]) => Promise<string> }): Identities {
  const secretOf = (service: string): string => `secret/${RELEASE}-${service}-identity`
  return {
    async read(service) {
      const { data } = JSON.parse(await kubectl('get', secretOf(service), '--output', 'json')) as {
        data: Record<string, string>
      }
      return Object.fromEntries(
        Object.entries(data).map(([name, value]) => [name, Buffer.from(value, 'base64').toString()]),
      ) as unknown as IdentitySecret
    },
    async write(service, secret) {
      await kubectl('patch', secretOf(service), '--type', 'merge', '--patch', JSON.stringify({ stringData: secret }))
    },
    async trusts() {
      const pods = podsOf(await list(), SERVICE_NAMES)
      return Promise.all(
        pods.map(async ({ pod, component }) =>
          trustIn(await kubectl('exec', pod, '--container', component, '--', 'node', '--eval', TRUST)),
        ),
      )
    },
  }
}
