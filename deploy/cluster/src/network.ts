import { containersOf, selects, type Workload } from './manifests/read.js'
import type { KubeObject, LabelSelector } from './manifests/types.js'

/** Allowed connection between workloads. */
export interface Edge {
  readonly from: string
  readonly to: string
  readonly port: number
}

export interface NetworkPolicySpec {
  readonly podSelector: LabelSelector
  readonly policyTypes?: readonly ('Ingress' | 'Egress')[]
  readonly ingress?: readonly Rule[]
  readonly egress?: readonly Rule[]
}

interface Rule {
  readonly from?: readonly Peer[]
  readonly to?: readonly Peer[]
  readonly ports?: readonly { readonly port?: number | string; readonly endPort?: number; readonly protocol?: string }[]
}

export interface Peer {
  readonly podSelector?: LabelSelector
  readonly namespaceSelector?: LabelSelector
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] }
}

/** Lists connections that one side allows; an ipBlock counts as outside. */
export function allowed(
  side: 'Ingress' | 'Egress',
  workloads: readonly Workload[],
  objects: readonly KubeObject[],
): readonly Edge[] {
  const policies = objects
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map((object) => ({ namespace: object.metadata.namespace, ...(object.spec as NetworkPolicySpec) }))
  return workloads.flatMap((judged) => {
    const own = policies.filter(
      ({ podSelector, namespace, policyTypes = ['Ingress'] }) =>
        policyTypes.includes(side) &&
        namespace === judged.object.metadata.namespace &&
        selects(podSelector, judged.labels),
    )
    const rules = own.flatMap((policy) => (side === 'Ingress' ? policy.ingress : policy.egress) ?? [])
    return workloads
      .filter((other) => other !== judged)
      .flatMap((other) => {
        const [from, to] = side === 'Ingress' ? [other, judged] : [judged, other]
        return listening(to)
          .filter(({ number, name }) => own.length === 0 || rules.some((rule) => admits(rule, other, number, name)))
          .map(({ number }) => ({ from: from.name, to: to.name, port: number }))
      })
  })
}

function admits({ from, to, ports }: Rule, other: Workload, number: number, name: string | undefined): boolean {
  const peers = from ?? to
  const peerFits = peers === undefined || peers.some((peer) => means(peer, other))
  const portFits =
    ports === undefined ||
    ports.some(({ port, endPort = port, protocol = 'TCP' }) => {
      if (protocol !== 'TCP') return false
      return port === undefined || port === name || (Number(port) <= number && number <= Number(endPort))
    })
  return peerFits && portFits
}

// All pods share one namespace: a namespaceSelector means others.
const means = ({ podSelector, namespaceSelector, ipBlock }: Peer, { labels }: Workload): boolean =>
  ipBlock === undefined && namespaceSelector === undefined && selects(podSelector ?? {}, labels)

const listening = (workload: Workload): readonly { number: number; name: string | undefined }[] =>
  containersOf(workload)
    .flatMap(({ ports = [] }) => ports)
    .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
    .map(({ containerPort, name }) => ({ number: containerPort, name }))

const NAMES: Readonly<Record<string, string>> = { engine: 'game-engine', signalling: 'media-signalling' }

/** Reads the picture's arrows. Throws without a picture. */
export function callGraph(page: string, services: readonly string[]): readonly string[] {
  const picture = /```mermaid\nflowchart[^\n]*\n([\s\S]*?)```/.exec(page)?.[1]
  if (picture === undefined) throw new Error('The page has no picture of the calls')
  return picture.split('\n').flatMap((line) => {
    const [, from, , to] = /^\s*(\w+) <?--( [^-]+ --)?> (.+)$/.exec(line) ?? []
    if (from === undefined || to === undefined) return []
    const callees = to.split('&').map((name) => serviceOf(name.trim().replace(/[[({].*$/, '')))
    return callees
      .filter((callee) => services.includes(callee) && services.includes(serviceOf(from)))
      .map((callee) => `${serviceOf(from)} -> ${callee}`)
  })
}

const serviceOf = (name: string): string => NAMES[name] ?? name
