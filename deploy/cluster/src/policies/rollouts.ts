import { valueOf } from '../manifests/environment.js'
import type { Container } from '../manifests/types.js'
import type { Policy } from './policy.js'

/** What Kubernetes takes where a Deployment or a pod says nothing. */
const PROGRESS_SECONDS = 600
const GRACE_SECONDS = 30

interface Rollout {
  readonly minReadySeconds?: number
  readonly progressDeadlineSeconds?: number
}

/**
 * A rollout does not fail for an old pod that takes its time, and moves the players of one gateway after another: neither a
 * Deployment nor a budget waits for pods that are on their way out.
 */
export const rollouts: Policy = ({ workloads }) =>
  workloads
    .filter(({ object }) => object.kind === 'Deployment')
    .flatMap(({ name, object, template: { spec } }) => {
      const { minReadySeconds = 0, progressDeadlineSeconds = PROGRESS_SECONDS } = object.spec as Rollout
      const { terminationGracePeriodSeconds: grace = GRACE_SECONDS } = spec
      const faults: string[] = []
      if (grace >= progressDeadlineSeconds) faults.push(`${name}: its rollout fails while an old pod may still take its ${grace} s`)
      if (Math.max(...spec.containers.map(movingSeconds)) > minReadySeconds) {
        faults.push(`${name}: the next one goes after ${minReadySeconds} s, while the last one drains`)
      }
      return faults
    })

/** From the end of a pod's life until its clients have moved: nothing where none have to. */
function movingSeconds(container: Container): number {
  const drainMs = Number(valueOf(container, 'DRAIN_MS') ?? 0)
  return drainMs === 0 ? 0 : (container.lifecycle?.preStop?.sleep?.seconds ?? 0) + drainMs / 1000
}
