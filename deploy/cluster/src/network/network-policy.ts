import type { LabelSelector } from '../manifests/types.js'

/** As much of a NetworkPolicy as decides who may talk to whom. */
export interface NetworkPolicySpec {
  readonly podSelector: LabelSelector
  readonly policyTypes?: readonly ('Ingress' | 'Egress')[]
  readonly ingress?: readonly Rule[]
  readonly egress?: readonly Rule[]
}

export interface Rule {
  readonly from?: readonly Peer[]
  readonly to?: readonly Peer[]
  readonly ports?: readonly { readonly port?: number | string; readonly endPort?: number; readonly protocol?: string }[]
}

export interface Peer {
  readonly podSelector?: LabelSelector
  readonly namespaceSelector?: LabelSelector
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] }
}
