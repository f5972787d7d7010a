import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Platform, ServiceName } from '@kla/local'

/** Changes processes; each resolves when all are ready again. */
export interface Operator {
  /** Starts the new process before it stops the old one. */
  roll(service: ServiceName): Promise<void>
  scale(service: ServiceName, count: number): Promise<void>
  kill(service: ServiceName): Promise<void>
}

const STOPS_WITHIN_MS = 180_000

/** Changes processes on this machine. */
export const localOperator = (platform: Platform): Operator => ({
  async roll(service) {
    for (const old of platform.running(service)) {
      await platform.start(service)
      await platform.stop(old, STOPS_WITHIN_MS)
    }
  },
  async scale(service, count) {
    const running = platform.running(service)
    await Promise.all([
      ...Array.from({ length: count - running.length }, () => platform.start(service)),
      ...running.slice(count).map((surplus) => platform.stop(surplus, STOPS_WITHIN_MS)),
    ])
  },
  async kill(service) {
    const [victim] = platform.running(service)
    if (victim === undefined) throw new Error(`There is no running ${service} to kill.`)
    await platform.kill(victim)
    await platform.start(service)
  },
})

export interface ClusterOptions {
  readonly namespace: string
  readonly release: string
  readonly context?: string | undefined
  readonly kubectl?: string
}

// Each gateway pod takes its minReadySeconds and its drain.
const ROLLED_WITHIN = '30m'

/** Uses the caller's kubeconfig. Turn autoscalers off: they undo a count. */
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
      if (!pod) throw new Error(`There is no running ${service} to kill.`)
      await run('delete', pod, '--grace-period', '0', '--force')
      await settled(deployment)
    },
  }
}
