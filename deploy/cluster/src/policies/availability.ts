import { lasting, nameOf, selects, valueOf } from '../manifests/read.js'
import type { Container, LabelSelector } from '../manifests/types.js'
import type { Policy } from './policy.js'

interface Scaler {
  readonly scaleTargetRef: { readonly kind?: string; readonly name: string }
  readonly minReplicas?: number
  readonly maxReplicas?: number
  readonly minReplicaCount?: number
  readonly maxReplicaCount?: number
}

/** Autoscalers share no target; scaled Deployments have no replicas, which upgrades would reset. */
export const autoscaling: Policy = ({ objects }) => {
  const targets = new Map<string, string>()
  return objects
    .filter(({ kind }) => kind === 'HorizontalPodAutoscaler' || kind === 'ScaledObject')
    .flatMap((scaler) => {
      const name = nameOf(scaler)
      const { scaleTargetRef, ...limits } = scaler.spec as Scaler
      const target = `${scaleTargetRef.kind ?? 'Deployment'}/${scaleTargetRef.name}`
      const scaled = objects.find((object) => nameOf(object) === target)
      const faults: string[] = []
      if (scaled === undefined) faults.push(`${name}: scales ${target}, which does not exist`)
      if (targets.has(target)) faults.push(`${name}: scales ${target}, as does ${targets.get(target)}`)
      if ((scaled?.spec as { replicas?: number } | undefined)?.replicas !== undefined) {
        faults.push(`${target}: sets replicas, although ${name} scales it`)
      }
      const least = limits.minReplicas ?? limits.minReplicaCount ?? 0
      const most = limits.maxReplicas ?? limits.maxReplicaCount ?? 0
      if (least < 1 || most < least) faults.push(`${name}: scales from ${least} to ${most} pods`)
      targets.set(target, name)
      return faults
    })
}

interface Budget {
  readonly selector: LabelSelector
  readonly maxUnavailable?: number | string
}

/** Every Deployment has a budget that lets nodes drain. */
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
      if (meant(budget).length !== 1) faults.push(`${nameOf(budget)}: selects ${meant(budget).length} workloads`)
      // minAvailable would never let a single pod go.
      if (maxUnavailable === undefined || maxUnavailable === 0 || maxUnavailable === '0%') {
        faults.push(`${nameOf(budget)}: allows no eviction, so nodes cannot drain`)
      }
      return faults
    }),
  ]
}

const PROGRESS_SECONDS = 600
const GRACE_SECONDS = 30

interface Rollout {
  readonly minReadySeconds?: number
  readonly progressDeadlineSeconds?: number
}

/** Deadlines cover slow old pods; one gateway's players move at a time, since rollouts ignore terminating pods. */
export const rollouts: Policy = ({ workloads }) =>
  workloads
    .filter(({ object }) => object.kind === 'Deployment')
    .flatMap(({ name, object, template: { spec } }) => {
      const { minReadySeconds = 0, progressDeadlineSeconds = PROGRESS_SECONDS } = object.spec as Rollout
      const { terminationGracePeriodSeconds: grace = GRACE_SECONDS } = spec
      const faults: string[] = []
      if (grace >= progressDeadlineSeconds)
        faults.push(`${name}: its rollout fails before the ${grace} s of an old pod are over`)
      if (Math.max(...spec.containers.map(movingSeconds)) > minReadySeconds) {
        faults.push(`${name}: the next pod stops after ${minReadySeconds} s, while the last one drains`)
      }
      return faults
    })

function movingSeconds(container: Container): number {
  const drainMs = Number(valueOf(container, 'DRAIN_MS') ?? 0)
  return drainMs === 0 ? 0 : (container.lifecycle?.preStop?.sleep?.seconds ?? 0) + drainMs / 1000
}

const ZONE = 'topology.kubernetes.io/zone'
const NODE = 'kubernetes.io/hostname'

/** Pods spread over nodes, and over zones unless none does. */
export const spread: Policy = ({ workloads }) => {
  const isOverZones = ({ template }: (typeof workloads)[number]): boolean =>
    template.spec.topologySpreadConstraints?.some(({ topologyKey }) => topologyKey === ZONE) ?? false
  const topologies = workloads.some(isOverZones) ? [ZONE, NODE] : [NODE]
  return workloads
    .filter(({ object }) => object.kind === 'Deployment')
    .flatMap(({ name, template, labels }) => {
      const constraints = template.spec.topologySpreadConstraints ?? []
      return topologies.flatMap((topology) => {
        const constraint = constraints.find(({ topologyKey }) => topologyKey === topology)
        if (constraint === undefined) return [`${name}: is not spread over ${topology}`]
        const { matchLabels = {} } = constraint.labelSelector ?? {}
        const counted = Object.keys(matchLabels).length > 0 && selects(constraint.labelSelector ?? {}, labels)
        return counted ? [] : [`${name}: its spread over ${topology} counts other pods`]
      })
    })
}

/** Stopping pods outlive their endpoints; grace periods cover draining. */
export const shutdown: Policy = ({ workloads }) =>
  lasting(workloads).flatMap(({ name, template: { spec } }) =>
    spec.containers.flatMap((container) => {
      const stopMs = Number(valueOf(container, 'STOP_WITHIN_MS'))
      if (!Number.isFinite(stopMs)) return []
      const faults: string[] = []
      const preStop = container.lifecycle?.preStop?.sleep?.seconds ?? 0
      const grace = spec.terminationGracePeriodSeconds ?? 30
      if (preStop <= 0) faults.push(`${name}: stops while clients still have its address`)
      if (grace <= preStop + stopMs / 1000) faults.push(`${name}: is killed after ${grace} s, before it stops`)
      const drainMs = Number(valueOf(container, 'DRAIN_MS') ?? 0)
      if (drainMs >= stopMs) faults.push(`${name}: drains for ${drainMs} ms, longer than its stop timeout`)
      return faults
    }),
  )
