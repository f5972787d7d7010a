import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Platform, ServiceName } from '@kla/local'

/** What can be done to the processes of a running platform. Each resolves once it has been done and all are ready again. */
export interface Operator {
  /** Replaces every process of a service, one after another: the new one is ready before the old one is stopped. */
  roll(service: ServiceName): Promise<void>
  /** Starts or stops as many processes as it takes. */
  scale(service: ServiceName, count: number): Promise<void>
  /** Ends one process without giving it a moment, and waits for another in its place. */
  kill(service: ServiceName): Promise<void>
}

/** Longer than any process takes to stop by itself. */
const STOPS_WITHIN_MS = 180_000

/** Operates a platform whose processes run on this machine. */
export const localOperator = (platform: Platform): Operator => ({
  async roll(service) {
    for (const old of platform.running(service)) {
      await platform.start(service)
      await platform.stop(old, STOPS_WITHIN_MS)
    }
  },
  /** All at once, as a cluster does. */
  async scale(service, count) {
    const running = platform.running(service)
    await Promise.all([
      ...Array.from({ length: count - running.length }, () => platform.start(service)),
      ...running.slice(count).map((surplus) => platform.stop(surplus, STOPS_WITHIN_MS)),
    ])
  },
  async kill(service) {
    const [victim] = platform.running(service)
    if (victim === undefined) throw new Error(`No ${service} runs that could be killed.`)
    await platform.kill(victim)
    await platform.start(service)
  },
})

/** Which release is operated, and by which `kubectl`. */
export interface ClusterOptions {
  readonly namespace: string
  readonly release: string
  /** A context of the kubeconfig; its current one unless given. */
  readonly context?: string | undefined
  /** The program; the one on the PATH unless given. */
  readonly kubectl?: string
}

// A gateway takes its minReadySeconds and its drain, one pod after another.
const ROLLED_WITHIN = '30m'

/**
 * Operates a release of the chart by `kubectl`, with what the caller's kubeconfig allows. A count that it sets is taken
 * back by an autoscaler of the same service: turn that off first.
 */
export function clusterOperator({ namespace, release, context, kubectl = 'kubectl' }: ClusterOptions): Operator {
  const common = ['--namespace', namespace, ...(context === undefined ? [] : ['--context', context])]
  const run = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)(kubectl, [...common, ...args])
    return stdout.trim()
  }
  const selecting = (service: ServiceName): string[] => [
    '--selector',
    `app.kubernetes.io/name=kla,app.kubernetes.io/instance=${release},app.kubernetes.io/component=${service}`,
  ]
  const deploymentOf = async (service: ServiceName): Promise<string> => {
    const names = await run('get', 'deployment', ...selecting(service), '--output', 'name')
    const [name] = names.split('\n')
    if (!name) throw new Error(`Release ${release} has no ${service} in namespace ${namespace}.`)
    return name
  }
  const settled = (deployment: string): Promise<string> => run('rollout', 'status', deployment, '--timeout', ROLLED_WITHIN)

  return {
    async roll(service) {
      const deployment = await deploymentOf(service)
      await run('rollout', 'restart', deployment)
      await settled(deployment)
    },
    async scale(service, count) {
      const deployment = await deploymentOf(service)
      await run('scale', deployment, '--replicas', String(count))
      await settled(deployment)
    },
    async kill(service) {
      const deployment = await deploymentOf(service)
      const pods = await run('get', 'pods', ...selecting(service), '--field-selector', 'status.phase=Running', '--output', 'name')
      const [pod] = pods.split('\n')
      if (!pod) throw new Error(`No ${service} runs that could be killed.`)
      await run('delete', pod, '--grace-period', '0', '--force')
      await settled(deployment)
    },
  }
}
