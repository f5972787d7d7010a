import { containersOf } from '../manifests/workloads.js'
import type { Policy } from './policy.js'

/** Every container says what it needs, and how much memory it may take. CPU has no limit on purpose: see values.yaml. */
export const resources: Policy = ({ workloads }) =>
  workloads.flatMap((workload) =>
    containersOf(workload).flatMap(({ name, resources: { requests = {}, limits = {} } = {} }) => {
      const missing = [
        ...['cpu', 'memory'].filter((resource) => requests[resource] === undefined).map((resource) => `requests no ${resource}`),
        ...(limits['memory'] === undefined ? ['has no limit of memory'] : []),
      ]
      return missing.map((fault) => `${workload.name} ${name}: ${fault}`)
    }),
  )
