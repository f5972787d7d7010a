import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Platform, ServiceName } from '@kla/local'

/** Each resolves when all processes are ready again. */
export interface Operator {
  /** The new process is ready before the old one is stopped. */
  roll(service: ServiceName): Promise<void>
  scale(service: ServiceName, count: number): Promise<void>
  /** Without a drain. */
  kill(service: ServiceName): Promise<void>
}

/** Longer than any process takes to stop by itself. */
const STOPS_WITHIN_MS = 180_000

/** For processes on this machine. */
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

export interface ClusterOptions {
  readonly namespace: string
  readonly release: string
  /** The current context unless given. */
  readonly context?: string | undefined
  readonly kubectl?: string
}

// Each gateway pod takes its minReadySeconds and its drain.
const ROLLED_WITHIN = '30m'

/** By the caller's kubeconfig. Turn autoscalers off: they would take a count back. */
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
  const settled = (deployment: string): Promise<string> =>
    run('rollout', 'status', deployment, '--timeout', ROLLED_WITHIN)

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
      const pods = await run(
        'get',
        'pods',
        ...selecting(service),
        '--field-selector',
        'status.phase=Running',
        '--output',
        'name',
      )
      const [pod] = pods.split('\n')
      if (!pod) throw new Error(`No ${service} runs that could be killed.`)
      await run('delete', pod, '--grace-period', '0', '--force')
      await settled(deployment)
    },
  }
}
