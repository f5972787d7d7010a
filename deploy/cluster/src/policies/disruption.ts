import { nameOf } from '../manifests/parse.js'
import { selects } from '../manifests/selectors.js'
import type { LabelSelector } from '../manifests/types.js'
import type { Policy } from './policy.js'

interface Budget {
  readonly selector: LabelSelector
  readonly maxUnavailable?: number | string
}

/** Every Deployment has one PodDisruptionBudget, of its own pods alone, that lets a node be drained. */
export const disruption: Policy = ({ objects, workloads }) => {
  const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget')
  const deployments = workloads.filter(({ object }) => object.kind === 'Deployment')
  const meant = (budget: (typeof budgets)[number]) =>
    workloads.filter(({ labels }) => selects((budget.spec as Budget).selector, labels))
  return [
    ...deployments.flatMap((workload) => {
      const own = budgets.filter((budget) => meant(budget).includes(workload))
      return own.length === 1 ? [] : [`${workload.name}: has ${own.length} PodDisruptionBudgets`]
    }),
    ...budgets.flatMap((budget) => {
      const { maxUnavailable } = budget.spec as Budget
      const faults: string[] = []
      if (meant(budget).length !== 1) faults.push(`${nameOf(budget)}: means ${meant(budget).length} workloads`)
      // With minAvailable a single pod could never be evicted, nor could any after a bad scaling down.
      if (maxUnavailable === undefined || maxUnavailable === 0 || maxUnavailable === '0%') {
        faults.push(`${nameOf(budget)}: lets no pod go, so no node can be drained`)
      }
      return faults
    }),
  ]
}
