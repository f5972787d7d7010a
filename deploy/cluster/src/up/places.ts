import { ROOT } from '../helm.js'

/** Folder of everything that a running cluster keeps. `cluster:down` empties it, but for logs. */
const HOME = `${ROOT}.local/cluster`

/** A node's files, and its addresses, which exist only in its network namespace. */
export interface Place {
  readonly name: string
  readonly folder: string
  /** File whose path, in a command line, marks the node's first process. */
  readonly mark: string
  readonly address: string
  readonly pods: string
  /** User of the API server that its kubelet is. */
  readonly kubelet: 'kubelet' | 'kubelet-2'
  /** Cgroup above those of its kubelet; two kubelets in one remove each other's pods. */
  readonly cgroup?: string
}

const placeOf = (name: string, index: number, kubelet: Place['kubelet']): Place => ({
  name,
  folder: `${HOME}/${name}`,
  mark: `${HOME}/${name}/alive`,
  address: `10.89.0.${index + 1}`,
  pods: `10.244.${index}.0/24`,
  kubelet,
})

/** Node with the control plane and the stores. Its folder holds what the cluster has once. */
export const FIRST = placeOf('node-1', 0, 'kubelet')
export const SECOND = { ...placeOf('node-2', 1, 'kubelet-2'), cgroup: 'kube-node-2' } as const satisfies Place

/** Files and folders of the cluster on this machine. */
export const PLACES = {
  home: HOME,
  record: `${HOME}/state.json`,
  logs: `${HOME}/logs`,
  node: FIRST.folder,
  /** Beginning of each node's folder. */
  nodes: `${HOME}/node-`,
  cache: `${ROOT}.local/tools`,
}

/** Addresses of the cluster. They exist only in the nodes' network namespaces. */
export const ADDRESSES = {
  node: FIRST.address,
  /** Range of the pods of all nodes. */
  pods: '10.244.0.0/16',
  services: '10.96.0.0/16',
  dns: '10.96.0.10',
  server: 'https://10.89.0.1:6443',
  /** Range of the nodes themselves. */
  nodes: '10.89.0.0/24',
}

/** NetworkPolicies of the chart open this port only. */
export const DNS_PORT = 53

/** Users of the API server, by the name of their kubeconfig. */
export const USERS = {
  admin: { user: 'admin', groups: ['system:masters'] },
  'controller-manager': { user: 'system:kube-controller-manager', groups: [] },
  scheduler: { user: 'system:kube-scheduler', groups: [] },
  kubelet: { user: `system:node:${FIRST.name}`, groups: ['system:nodes'] },
  'kubelet-2': { user: `system:node:${SECOND.name}`, groups: ['system:nodes'] },
  proxy: { user: 'system:kube-proxy', groups: [] },
  dns: { user: 'kla:dns', groups: [] },
  policies: { user: 'kla:policies', groups: [] },
  prometheus: { user: 'kla:prometheus', groups: [] },
  // The accounts that their own manifests give rights to.
  keda: { user: 'system:serviceaccount:keda:keda-operator', groups: [] },
  'metrics-server': { user: 'system:serviceaccount:kube-system:metrics-server', groups: [] },
} as const satisfies Record<string, { user: string; groups: readonly string[] }>

export type UserName = keyof typeof USERS

export const kubeconfigOf = (name: UserName): string => `${PLACES.node}/${name}.conf`
