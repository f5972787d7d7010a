import { ADDRESSES } from './places.js'

const RBAC = { apiGroup: 'rbac.authorization.k8s.io', apiVersion: 'rbac.authorization.k8s.io/v1' }

/** Rights on some kinds of objects. */
interface Rule {
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly verbs: readonly string[]
}

/** Returns what gives a ClusterRole to a user. */
export const binding = (name: string, role: string, user: string): unknown => ({
  apiVersion: RBAC.apiVersion,
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup: RBAC.apiGroup, kind: 'ClusterRole', name: role },
  subjects: [{ apiGroup: RBAC.apiGroup, kind: 'User', name: user }],
})

/** Returns a ClusterRole of a user's own, and what gives it to the user. */
export const ownRights = (user: string, rules: readonly Rule[]): readonly unknown[] => [
  { apiVersion: RBAC.apiVersion, kind: 'ClusterRole', metadata: { name: user }, rules },
  binding(user, user, user),
]

/** Namespace of what belongs to the cluster itself. */
export const SYSTEM = 'kube-system'

/** Service for a process of the first node. */
interface NodeService {
  readonly name: string
  readonly port: { readonly name: string; readonly port: number; readonly protocol: 'TCP' | 'UDP' }
  /** Port that the process listens on. */
  readonly targetPort: number
  readonly clusterIP?: string
}

/** Returns a Service without a selector, and the process that it leads to. */
export const nodeService = ({ name, port, targetPort, clusterIP }: NodeService): readonly unknown[] => [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: SYSTEM },
    spec: { ...(clusterIP === undefined ? {} : { clusterIP }), ports: [{ ...port, targetPort }] },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: `${name}-1`, namespace: SYSTEM, labels: { 'kubernetes.io/service-name': name } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [ADDRESSES.node], conditions: { ready: true } }],
    ports: [{ ...port, port: targetPort }],
  },
]
