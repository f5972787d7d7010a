import { nameOf } from '../manifests/parse.js'
import type { Policy } from './policy.js'

interface Scaler {
  readonly scaleTargetRef: { readonly kind?: string; readonly name: string }
  readonly minReplicas?: number
  readonly maxReplicas?: number
  readonly minReplicaCount?: number
  readonly maxReplicaCount?: number
}

/**
 * What scales has something to scale, from at least one pod to no fewer at most; one thing is scaled once; and a Deployment
 * that is scaled does not say how many pods it has, or every upgrade would set it back in the middle of the load.
 */
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
      if (scaled === undefined) faults.push(`${name}: scales ${target}, which is not there`)
      if (targets.has(target)) faults.push(`${name}: scales ${target}, as does ${targets.get(target)}`)
      if ((scaled?.spec as { replicas?: number } | undefined)?.replicas !== undefined) {
        faults.push(`${target}: says how many pods it has, though ${name} scales it`)
      }
      const least = limits.minReplicas ?? limits.minReplicaCount ?? 0
      const most = limits.maxReplicas ?? limits.maxReplicaCount ?? 0
      if (least < 1 || most < least) faults.push(`${name}: from ${least} to ${most} pods`)
      targets.set(target, name)
      return faults
    })
}
