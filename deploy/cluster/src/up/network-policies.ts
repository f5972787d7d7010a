import { waitFor } from './commands.js'
import type { Node } from './node.js'
import { ADDRESSES, type Place, PLACES } from './places.js'

/** File with the token of the engine's user, in the first node's folder. */
export const POLICIES_TOKEN = 'policies.token'

// Where a pod finds its own; the engine looks nowhere else. /run is the node's own.
const ACCOUNT = '/run/secrets/kubernetes.io/serviceaccount'
const QUEUE = 100
const STARTS_WITHIN_MS = 60_000
const CALL_WITHIN_MS = 10_000

/**
 * Returns arguments of iptables that hand the first packet of each connection of pods to a queue, after a Service's address
 * has become a pod's. They stand in for the engine's own rules, which need nft_queue in the kernel.
 */
export const queueRules = (queue: number, pods: string): readonly (readonly string[])[] =>
  [
    // The node itself: kubelets may probe their pods.
    ['-m', 'owner', '--uid-owner', '0', '-j', 'RETURN'],
    ['-m', 'conntrack', '--ctstate', 'ESTABLISHED,RELATED', '-j', 'RETURN'],
    ['-s', pods, '-j', 'NFQUEUE', '--queue-num', String(queue)],
    ['-d', pods, '-j', 'NFQUEUE', '--queue-num', String(queue)],
  ].map((rule) => ['-w', '-t', 'mangle', '-A', 'POSTROUTING', ...rule])

/** Starts the engine that enforces NetworkPolicies on a node. Without the engine, packets in its queue are dropped. */
export async function startPolicyEngine(node: Node, program: string, { name }: Pick<Place, 'name'>): Promise<void> {
  const files = { token: POLICIES_TOKEN, 'ca.crt': 'pki/apiserver.crt' }
  for (const [file, source] of Object.entries(files)) {
    const args = ['-D', '-m', '600', `${PLACES.node}/${source}`, `${ACCOUNT}/${file}`]
    await node.run('install', args, { withinMs: CALL_WITHIN_MS })
  }
  const { hostname, port } = new URL(ADDRESSES.server)
  await node.start('network-policies', 'env', [
    `KUBERNETES_SERVICE_HOST=${hostname}`,
    `KUBERNETES_SERVICE_PORT=${port}`,
    program,
    `--hostname-override=${name}`,
    `--nfqueue-id=${QUEUE}`,
    // For kernels before 6.12, and in rules that are not used here.
    '--netfilter-bug-1766-fix=false',
    '--metrics-bind-address=127.0.0.1:9080',
  ])
  await waitFor(`the network policies of ${name}`, STARTS_WITHIN_MS, async () => {
    const queues = await node.run('cat', ['/proc/net/netfilter/nfnetlink_queue'], { withinMs: CALL_WITHIN_MS })
    return queues.split('\n').some((line) => line.trim().startsWith(`${QUEUE} `))
  })
  for (const rule of queueRules(QUEUE, ADDRESSES.pods)) await node.run('iptables', rule, { withinMs: CALL_WITHIN_MS })
}
