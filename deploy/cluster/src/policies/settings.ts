import { containersOf } from '../manifests/workloads.js'
import type { Policy } from './policy.js'

/** What a process is told stands in its pod: `kubectl rollout undo` takes it back with the image. */
export const settings: Policy = ({ workloads }) =>
  workloads.flatMap((workload) =>
    containersOf(workload)
      .filter(({ envFrom = [] }) => envFrom.length > 0)
      .map(({ name }) => `${workload.name} ${name}: takes its settings from an object that changes on its own`),
  )
