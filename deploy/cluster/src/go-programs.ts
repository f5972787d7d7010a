import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { promisify } from 'node:util'
import { KUBE_VERSION, ROOT } from './helm.js'

const run = promisify(execFile)

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

export type GoProgram = keyof typeof GO_PROGRAMS

/** Program of tools/network-policies: judges packets by NetworkPolicies. */
const POLICY_ENGINE = { name: 'kube-network-policies', path: 'sigs.k8s.io/kube-network-policies/cmd' }

const KEDA = 'github.com/kedacore/keda/v2'
const METRICS_SERVER = 'sigs.k8s.io/metrics-server'
/** Programs of tools/autoscaling. */
const AUTOSCALERS = [
  { name: 'metrics-server', path: `${METRICS_SERVER}/cmd/metrics-server` },
  { name: 'keda-adapter', path: `${KEDA}/cmd/adapter` },
  { name: 'keda-operator', path: `${KEDA}/cmd/operator` },
]
/** Program of tools/prometheus. Without its other ways of finding targets, which are nine tenths of the code. */
const PROMETHEUS = {
  name: 'prometheus',
  path: 'github.com/prometheus/prometheus/cmd/prometheus',
  tags: ['remove_all_sd', 'enable_kubernetes_sd'],
}

const VERSION = `-X k8s.io/component-base/version.gitVersion=v${KUBE_VERSION}`
// Twice what the API server took on two busy cores.
const BUILT_WITHIN_MS = 40 * 60_000

/** Builds once for each go.sum. Takes ten minutes for the first program. Resolves to the folder of them all. */
export const buildGoPrograms = (names: readonly GoProgram[], say: (line: string) => void): Promise<string> =>
  buildInModule(
    'kubernetes',
    names.map((name) => ({ name, path: GO_PROGRAMS[name] })),
    say,
  )

/** Builds the engine of NetworkPolicies once for its go.sum, in some minutes. Resolves to the program. */
export const buildPolicyEngine = async (say: (line: string) => void): Promise<string> =>
  `${await buildInModule('network-policies', [POLICY_ENGINE], say)}/${POLICY_ENGINE.name}`

/** Folders of programs and of the manifests that come with them. */
export interface Autoscaling {
  readonly programs: string
  readonly prometheus: string
  readonly keda: string
  readonly metricsServer: string
}

/** Builds KEDA, metrics-server and Prometheus once for their go.sum. KEDA takes ten minutes. */
export async function buildAutoscaling(say: (line: string) => void): Promise<Autoscaling> {
  const programs = await buildInModule('autoscaling', AUTOSCALERS, say)
  const prometheus = `${await buildInModule('prometheus', [PROMETHEUS], say)}/${PROMETHEUS.name}`
  const [keda, metricsServer] = await Promise.all([KEDA, METRICS_SERVER].map(folderOfModule))
  return { programs, prometheus, keda: keda ?? '', metricsServer: metricsServer ?? '' }
}

/** Resolves to where a module of tools/autoscaling is, which was downloaded to build it. */
async function folderOfModule(module: string): Promise<string> {
  const cwd = sourceOf('autoscaling')
  await run('go', ['mod', 'download', module], { cwd })
  return (await run('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd })).stdout.trim()
}

const sourceOf = (module: string): string => `${ROOT}deploy/cluster/tools/${module}`

interface GoPackage {
  readonly name: string
  readonly path: string
  readonly tags?: readonly string[]
}

async function buildInModule(
  module: string,
  programs: readonly GoPackage[],
  say: (line: string) => void,
): Promise<string> {
  const source = sourceOf(module)
  const key = createHash('sha256')
    .update(await readFile(`${source}/go.sum`))
    .digest('hex')
    .slice(0, 12)
  const folder = `${ROOT}.local/tools/${module}-${key}`
  await mkdir(folder, { recursive: true })
  for (const { name, path, tags = [] } of programs) {
    const output = `${folder}/${name}`
    if (await there(output)) continue
    say(`Building ${name}`)
    const unfinished = `${output}.${process.pid}`
    const flags = ['-trimpath', `-tags=${tags.join(',')}`, `-ldflags=-s -w ${VERSION}`, '-o', unfinished]
    await run('nice', ['-n', '10', 'go', 'build', ...flags, path], {
      cwd: source,
      // The same with and without a C compiler.
      env: { ...process.env, CGO_ENABLED: '0' },
      timeout: BUILT_WITHIN_MS,
      maxBuffer: 64 * 1024 * 1024,
    })
    await rename(unfinished, output)
  }
  return folder
}

const there = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
