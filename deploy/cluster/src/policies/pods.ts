import { containersOf, lasting } from '../manifests/read.js'
import type { Container, PodSpec, Probe } from '../manifests/types.js'
import type { Policy } from './policy.js'

/** Images have immutable tags or digests. */
export const images: Policy = ({ workloads }) =>
  workloads.flatMap((workload) =>
    containersOf(workload).flatMap(({ name, image }) =>
      isPinned(image) ? [] : [`${workload.name} ${name}: ${image} is not pinned`],
    ),
  )

function isPinned(image: string): boolean {
  if (/@sha256:[0-9a-f]{64}$/.test(image)) return true
  const tag = /:([\w][\w.-]*)$/.exec(image)?.[1]
  return tag !== undefined && !['latest', 'stable', 'main', 'master', 'edge'].includes(tag)
}

const KINDS = ['readinessProbe', 'livenessProbe', 'startupProbe'] as const
const KILLING = ['livenessProbe', 'startupProbe'] as const
const KILL_WITHIN_SECONDS = 10

/** Readiness gates traffic, liveness kills hung processes. No gRPC: kubelets have no client certificate. */
export const probes: Policy = ({ workloads }) =>
  lasting(workloads).flatMap(({ name, object, template }) =>
    template.spec.containers
      .filter(({ ports = [] }) => ports.length > 0)
      .flatMap((container) => {
        // Development stores save data first.
        const slow = object.kind === 'Deployment' ? slowlyKilled(container, template.spec) : []
        return [...faultsOf(container), ...slow].map((fault) => `${name} ${container.name}: ${fault}`)
      }),
  )

function faultsOf(container: Container): string[] {
  const faults: string[] = []
  for (const kind of KINDS) if (container[kind] === undefined) faults.push(`has no ${kind}`)
  for (const kind of KINDS) {
    const port = portOf(container[kind])
    if (port !== undefined && !hasPort(container, port))
      faults.push(`${kind} uses port ${port}, which it does not have`)
  }
  if (KINDS.some((kind) => container[kind]?.grpc !== undefined))
    faults.push('has a gRPC probe, but requires a client certificate')
  // Waiting for a database is no hang.
  for (const kind of KILLING) {
    const asked = container[kind]
    if (asked?.httpGet?.path === '/readyz') faults.push(`${kind} restarts it when it is not ready`)
  }
  return faults
}

const slowlyKilled = (container: Container, { terminationGracePeriodSeconds: ofPod = 30 }: PodSpec): string[] =>
  KILLING.map((kind) => [kind, container[kind]?.terminationGracePeriodSeconds ?? ofPod] as const)
    .filter(([, seconds]) => seconds > KILL_WITHIN_SECONDS)
    .map(([kind, seconds]) => `${kind} leaves it ${seconds} s when it hangs`)

const portOf = (probe: Probe | undefined): number | string | undefined =>
  probe?.grpc?.port ?? probe?.httpGet?.port ?? probe?.tcpSocket?.port

const hasPort = ({ ports = [] }: Container, wanted: number | string): boolean =>
  ports.some(({ name, containerPort }) => name === wanted || containerPort === wanted)

/** Leaves CPU unlimited on purpose: see values.yaml. */
export const resources: Policy = ({ workloads }) =>
  workloads.flatMap((workload) =>
    containersOf(workload).flatMap(({ name, resources: { requests = {}, limits = {} } = {} }) => {
      const missing = [
        ...['cpu', 'memory']
          .filter((resource) => requests[resource] === undefined)
          .map((resource) => `requests no ${resource}`),
        ...(limits['memory'] === undefined ? ['has no memory limit'] : []),
      ]
      return missing.map((fault) => `${workload.name} ${name}: ${fault}`)
    }),
  )

const VOLUMES = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
]

/** Pod Security's `restricted`, read-only root file system, no API token. */
export const restricted: Policy = ({ workloads }) =>
  workloads.flatMap((workload) => [
    ...podFaults(workload.template.spec).map((fault) => `${workload.name}: ${fault}`),
    ...containersOf(workload).flatMap((container) =>
      containerFaults(container, workload.template.spec).map((fault) => `${workload.name} ${container.name}: ${fault}`),
    ),
  ])

function podFaults(spec: PodSpec): string[] {
  const faults: string[] = []
  if (spec.hostNetwork || spec.hostPID || spec.hostIPC) faults.push("shares the node's namespaces")
  if (spec.automountServiceAccountToken !== false) faults.push('mounts a token of the API server')
  for (const { name, ...kinds } of spec.volumes ?? []) {
    if (!Object.keys(kinds).every((kind) => VOLUMES.includes(kind))) faults.push(`volume ${name} has a forbidden type`)
  }
  return faults
}

function containerFaults({ securityContext: own = {}, ports = [] }: Container, pod: PodSpec): string[] {
  const common = pod.securityContext ?? {}
  const faults: string[] = []
  if ((own.runAsNonRoot ?? common.runAsNonRoot) !== true) faults.push('may run as root')
  if ((own.runAsUser ?? common.runAsUser) === 0) faults.push('runs as root')
  if (own.privileged) faults.push('is privileged')
  if (own.allowPrivilegeEscalation !== false) faults.push('may gain privileges')
  if (own.readOnlyRootFilesystem !== true) faults.push('has a writable root file system')
  if (!own.capabilities?.drop?.includes('ALL')) faults.push('keeps capabilities')
  if (own.capabilities?.add?.some((capability) => capability !== 'NET_BIND_SERVICE')) faults.push('adds capabilities')
  const profile = (own.seccompProfile ?? common.seccompProfile)?.type
  if (profile !== 'RuntimeDefault' && profile !== 'Localhost') faults.push('has no seccomp profile')
  if (ports.some((port) => 'hostPort' in port)) faults.push('uses a port of the node')
  return faults
}
