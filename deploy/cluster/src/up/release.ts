import { CHART, NAMESPACE, RELEASE, ROOT } from '../helm.js'
import type { Node } from './node.js'
import { ADDRESSES } from './places.js'

const INSTALLED_WITHIN_MS = 10 * 60_000
const TESTED_WITHIN_MS = 5 * 60_000
const BATTLES_WITHIN_MS = 15 * 60_000
const CALL_WITHIN_MS = 30_000
const PHASES = ['PROMPT', 'SHOW', 'VOTE', 'RESULT']
export const PHASE_MS = 6_000
/** Value files of the release on this machine. */
export const VALUES = [`${CHART}/values-dev.yaml`]
/** What a browser reaches on localhost, as values-dev expects. */
const FORWARDED = [
  { service: 'gateway', port: 8080 },
  ...[4010, 4020, 4030].map((port) => ({ service: 'stand-ins', port })),
]

/** Values beside values-dev: short phases, for battles that end soon. */
export const shortPhases = (): readonly string[] =>
  PHASES.flatMap((phase) => ['--set-string', `services.game-engine.env.BATTLE_${phase}_MS=${PHASE_MS}`])

/** Values beside the files, by their path. */
export type Assignments = Readonly<Record<string, unknown>>

/** Returns the arguments that give helm these values. */
export const assigned = (assignments: Assignments): readonly string[] =>
  Object.entries(assignments).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`])

const COMPONENT = 'app.kubernetes.io/component'

/**
 * Values beside values-dev: what NetworkPolicies open to the nodes, where DNS and Prometheus run and players' connections
 * begin.
 */
const nodesAsPeers = (): readonly string[] => {
  const from = [{ ipBlock: { cidr: ADDRESSES.nodes } }]
  const standIns = {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: `${RELEASE}-from-nodes` },
    spec: { podSelector: { matchLabels: { [COMPONENT]: 'stand-ins' } }, policyTypes: ['Ingress'], ingress: [{ from }] },
  }
  const values = {
    'networkPolicies.dns.to': from,
    'networkPolicies.ingress.from': from,
    'networkPolicies.metrics.from': from,
    extraObjects: [standIns],
  }
  return assigned(values)
}

const WAITS = ['--wait', '--wait-for-jobs', '--timeout', `${INSTALLED_WITHIN_MS / 1_000}s`]
const IN_TIME = { withinMs: INSTALLED_WITHIN_MS + CALL_WITHIN_MS }

/** Returns arguments of `helm install` and `helm upgrade`. */
export const releaseArguments = (
  verb: 'install' | 'upgrade',
  values: readonly string[],
  assignments: Assignments = {},
): readonly string[] => [
  ...[verb, RELEASE, CHART, '--namespace', NAMESPACE],
  ...(verb === 'install' ? ['--create-namespace'] : []),
  ...values.flatMap((file) => ['--values', file]),
  ...shortPhases(),
  ...nodesAsPeers(),
  ...assigned(assignments),
  ...WAITS,
]

/** Installs the chart. Resolves when all Deployments are Ready. */
export async function install(
  node: Node,
  helm: string,
  values: readonly string[],
  assignments: Assignments = {},
): Promise<void> {
  await node.run(helm, releaseArguments('install', values, assignments), IN_TIME)
}

/** Removes the release. What its stores claimed of volumes stays, as the chart's README says. */
export async function uninstall(node: Node, helm: string): Promise<void> {
  await node.run(helm, ['uninstall', RELEASE, '--namespace', NAMESPACE, '--wait', '--timeout', '120s'], IN_TIME)
}

/** Upgrades the release to the chart with these values. Resolves when all Deployments are Ready. */
export async function upgrade(
  node: Node,
  helm: string,
  values: readonly string[],
  assignments: Assignments,
): Promise<void> {
  await node.run(helm, releaseArguments('upgrade', values, assignments), IN_TIME)
}

/** Goes back to the revision before. Resolves when all Deployments are Ready. */
export async function rollBack(node: Node, helm: string): Promise<void> {
  await node.run(helm, ['rollback', RELEASE, '--namespace', NAMESPACE, ...WAITS], IN_TIME)
}

/** Runs the chart's test: a battle of two bots inside the cluster. */
export const testRelease = (node: Node, helm: string): Promise<string> =>
  node.run(helm, ['test', RELEASE, '--namespace', NAMESPACE, '--timeout', `${TESTED_WITHIN_MS / 1_000}s`], {
    withinMs: TESTED_WITHIN_MS + CALL_WITHIN_MS,
  })

/** Leads localhost of the node to Services, each connection to another pod, as a load balancer does. */
export async function forwardPorts(node: Node): Promise<void> {
  for (const { service, port } of FORWARDED) {
    const address = await node.run(
      'kubectl',
      [
        ...['--namespace', NAMESPACE, 'get', 'service', `${RELEASE}-${service}`],
        ...['--output', 'jsonpath={.spec.clusterIP}'],
      ],
      { withinMs: CALL_WITHIN_MS },
    )
    const listener = `TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr,backlog=512`
    await node.start(`forward-${port}`, 'socat', [listener, `TCP:${address}:${port}`])
  }
}

/** Ends what `forwardPorts` began: a Service that is created anew has another address. */
export async function stopForwarding(node: Node): Promise<void> {
  await node.run('pkill', ['--exact', 'socat'], { withinMs: CALL_WITHIN_MS })
}

/** Plays battles through the gateways' Service. Resolves to the bots' report; rejects if anything was lost. */
export const playBattles = (node: Node, battles: number, changes: readonly string[]): Promise<string> =>
  node.run(
    process.execPath,
    [
      `${ROOT}deploy/local/bots.mjs`,
      ...['--battles', String(battles), '--url', 'http://localhost:8080', '--phase', String(PHASE_MS)],
      ...changes,
    ],
    { withinMs: BATTLES_WITHIN_MS },
  )
