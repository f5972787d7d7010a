import { ROOT } from '../helm.js'

/** Folder of everything that a running cluster keeps. `cluster:down` empties it, but for logs. */
const HOME = `${ROOT}.local/cluster`

/** Files and folders of the cluster on this machine. */
export const PLACES = {
  home: HOME,
  record: `${HOME}/state.json`,
  logs: `${HOME}/logs`,
  node: `${HOME}/node-1`,
  /** File whose path, in a command line, marks the node's first process. */
  mark: `${HOME}/node-1/alive`,
  cache: `${ROOT}.local/tools`,
}

/** Addresses of the cluster. They exist only in the node's network namespace. */
export const ADDRESSES = {
  node: '10.89.0.1',
  pods: '10.244.0.0/24',
  services: '10.96.0.0/16',
  dns: '10.96.0.10',
  server: 'https://10.89.0.1:6443',
}

export const DNS_PORT = 5353
export const NODE_NAME = 'node-1'

/** Users of the API server, by the name of their kubeconfig. */
export const USERS = {
  admin: { user: 'admin', groups: ['system:masters'] },
  'controller-manager': { user: 'system:kube-controller-manager', groups: [] },
  scheduler: { user: 'system:kube-scheduler', groups: [] },
  kubelet: { user: `system:node:${NODE_NAME}`, groups: ['system:nodes'] },
  proxy: { user: 'system:kube-proxy', groups: [] },
  dns: { user: 'kla:dns', groups: [] },
} as const satisfies Record<string, { user: string; groups: readonly string[] }>

export type UserName = keyof typeof USERS

export const kubeconfigOf = (name: UserName): string => `${PLACES.node}/${name}.conf`
