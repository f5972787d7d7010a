import { nameOf, selects } from '../manifests/read.js'
import type { NetworkPolicySpec } from '../network.js'
import type { Policy } from './policy.js'

/** Every pod is closed by default; policies select pods. */
export const network: Policy = ({ objects, workloads }) => {
  const policies = objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((object) => ({ object, spec: object.spec as NetworkPolicySpec }))
  const closing = policies.filter(
    ({ spec }) =>
      spec.policyTypes?.includes('Ingress') &&
      spec.policyTypes.includes('Egress') &&
      !spec.ingress?.length &&
      !spec.egress?.length,
  )
  return [
    ...workloads
      .filter(
        ({ object, labels }) =>
          !closing.some(
            ({ object: policy, spec }) =>
              policy.metadata.namespace === object.metadata.namespace && selects(spec.podSelector, labels),
          ),
      )
      .map(({ name }) => `${name}: no policy denies its traffic in both directions by default`),
    ...policies.flatMap(({ object, spec }) => {
      const faults = workloads.some(({ labels }) => selects(spec.podSelector, labels))
        ? []
        : [`${nameOf(object)}: selects no pod`]
      // Rules without peers allow all.
      const open = [...(spec.ingress ?? []), ...(spec.egress ?? [])].some(
        ({ from, to }) => (from ?? to ?? []).length === 0,
      )
      return open ? [...faults, `${nameOf(object)}: has a rule that allows every source`] : faults
    }),
  ]
}
