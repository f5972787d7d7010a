import { valueOf } from '../manifests/environment.js'
import { lasting } from '../manifests/workloads.js'
import type { Policy } from './policy.js'

/**
 * A pod that is told to stop goes on until everybody has forgotten its address, then has the time it may take, and is not
 * killed before. A gateway's draining fits into that time.
 */
export const shutdown: Policy = ({ workloads }) =>
  lasting(workloads).flatMap(({ name, template: { spec } }) =>
    spec.containers.flatMap((container) => {
      const stopMs = Number(valueOf(container, 'STOP_WITHIN_MS'))
      if (!Number.isFinite(stopMs)) return []
      const faults: string[] = []
      const preStop = container.lifecycle?.preStop?.sleep?.seconds ?? 0
      const grace = spec.terminationGracePeriodSeconds ?? 30
      if (preStop <= 0) faults.push(`${name}: stops while others still know its address`)
      if (grace <= preStop + stopMs / 1000) faults.push(`${name}: is killed after ${grace} s, before it has stopped`)
      const drainMs = Number(valueOf(container, 'DRAIN_MS') ?? 0)
      if (drainMs >= stopMs) faults.push(`${name}: drains for ${drainMs} ms, longer than it may take to stop`)
      return faults
    }),
  )
