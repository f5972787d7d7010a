import { selects } from '../manifests/selectors.js'
import type { Policy } from './policy.js'

const TOPOLOGIES = ['topology.kubernetes.io/zone', 'kubernetes.io/hostname']

/** Pods of a Deployment are spread over zones and over nodes, and the spread counts the Deployment's own pods. */
export const spread: Policy = ({ workloads }) =>
  workloads
    .filter(({ object }) => object.kind === 'Deployment')
    .flatMap(({ name, template, labels }) => {
      const constraints = template.spec.topologySpreadConstraints ?? []
      return TOPOLOGIES.flatMap((topology) => {
        const constraint = constraints.find(({ topologyKey }) => topologyKey === topology)
        if (constraint === undefined) return [`${name}: is not spread over ${topology}`]
        const { matchLabels = {} } = constraint.labelSelector ?? {}
        const counted = Object.keys(matchLabels).length > 0 && selects(constraint.labelSelector ?? {}, labels)
        return counted ? [] : [`${name}: its spread over ${topology} counts other pods`]
      })
    })
