import { buildGoProgram, goFolder, goModuleFolder, ROOT } from '@kla/local/tools'
import { KUBE_VERSION } from './helm.js'
import type { Say } from './up/commands.js'

const sourceOf = (module: string): string => `${ROOT}deploy/cluster/tools/${module}`

/** Programs of tools/kubernetes, and the Go package of each. */
export const GO_PROGRAMS = {
  etcd: 'go.etcd.io/etcd/server/v3',
  'kube-apiserver': 'k8s.io/kubernetes/cmd/kube-apiserver',
  'kube-controller-manager': 'k8s.io/kubernetes/cmd/kube-controller-manager',
  'kube-scheduler': 'k8s.io/kubernetes/cmd/kube-scheduler',
  kubelet: 'k8s.io/kubernetes/cmd/kubelet',
  'kube-proxy': 'k8s.io/kubernetes/cmd/kube-proxy',
  kubectl: 'k8s.io/kubernetes/cmd/kubectl',
} as const

export type GoProgramName = keyof typeof GO_PROGRAMS

const KUBERNETES = sourceOf('kubernetes')
const VERSION = `-X k8s.io/component-base/version.gitVersion=v${KUBE_VERSION}`

/** Builds once for each go.sum. Takes ten minutes for the first program. Resolves to the folder of them all. */
export async function buildGoPrograms(names: readonly GoProgramName[], say: Say): Promise<string> {
  for (const name of names) {
    const program = { name, path: GO_PROGRAMS[name], source: KUBERNETES }
    await buildGoProgram(program, { flags: [`-ldflags=-s -w ${VERSION}`], say })
  }
  return goFolder(KUBERNETES)
}

/** Builds the engine of NetworkPolicies once for its go.sum, in some minutes. Resolves to the program. */
export const buildPolicyEngine = (say: Say): Promise<string> =>
  buildGoProgram(
    {
      name: 'kube-network-policies',
      path: 'sigs.k8s.io/kube-network-policies/cmd',
      source: sourceOf('network-policies'),
    },
    { say },
  )

/** Builds CoreDNS, with few of its plugins. Resolves to the program. */
export const buildDns = (say: Say): Promise<string> =>
  buildGoProgram({ name: 'coredns', path: '.', source: sourceOf('coredns') }, { say })

/** Builds the NATS that the chart names. Resolves to the program. */
export const buildNats = (say: Say): Promise<string> =>
  buildGoProgram(
    { name: 'nats-server', path: 'github.com/nats-io/nats-server/v2', source: sourceOf('nats-server') },
    { say },
  )

const AUTOSCALING = sourceOf('autoscaling')
const KEDA = 'github.com/kedacore/keda/v2'
const METRICS_SERVER = 'sigs.k8s.io/metrics-server'
const AUTOSCALERS = {
  'metrics-server': `${METRICS_SERVER}/cmd/metrics-server`,
  'keda-adapter': `${KEDA}/cmd/adapter`,
  'keda-operator': `${KEDA}/cmd/operator`,
}
const PROMETHEUS = {
  name: 'prometheus',
  path: 'github.com/prometheus/prometheus/cmd/prometheus',
  source: sourceOf('prometheus'),
  // Its other ways of finding targets are nine tenths of the code.
  tags: ['remove_all_sd', 'enable_kubernetes_sd'],
}

/** Programs, and the folders of manifests that come with them. */
export interface Autoscaling {
  /** Folder of KEDA's programs and metrics-server. */
  readonly programs: string
  readonly prometheus: string
  readonly keda: string
  readonly metricsServer: string
}

/** Builds KEDA, metrics-server and Prometheus once for their go.sum. KEDA takes some ten minutes. */
export async function buildAutoscaling(say: Say): Promise<Autoscaling> {
  for (const [name, path] of Object.entries(AUTOSCALERS)) {
    await buildGoProgram({ name, path, source: AUTOSCALING }, { say })
  }
  return {
    programs: await goFolder(AUTOSCALING),
    prometheus: await buildGoProgram(PROMETHEUS, { say }),
    keda: await goModuleFolder(AUTOSCALING, KEDA),
    metricsServer: await goModuleFolder(AUTOSCALING, METRICS_SERVER),
  }
}
