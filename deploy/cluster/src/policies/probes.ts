import { lasting } from '../manifests/workloads.js'
import type { Container, PodSpec, Probe } from '../manifests/types.js'
import type { Policy } from './policy.js'

const KINDS = ['readinessProbe', 'livenessProbe', 'startupProbe'] as const
const KILLING = ['livenessProbe', 'startupProbe'] as const
/** Some seconds for a process that hears nothing; whatever it may take otherwise, it has nothing to finish. */
const KILL_WITHIN_SECONDS = 10

/**
 * Whatever serves is probed: readiness where traffic is let in, liveness where a hung process is killed, soon, and each at a
 * port that the container has. Nobody is asked by gRPC: a kubelet has no certificate by which a service would know it.
 */
export const probes: Policy = ({ workloads }) =>
  lasting(workloads).flatMap(({ name, object, template }) =>
    template.spec.containers
      .filter(({ ports = [] }) => ports.length > 0)
      .flatMap((container) => {
        // A store of development writes its data out before it ends.
        const slow = object.kind === 'Deployment' ? slowlyKilled(container, template.spec) : []
        return [...faultsOf(container), ...slow].map((fault) => `${name} ${container.name}: ${fault}`)
      }),
  )

function faultsOf(container: Container): string[] {
  const faults: string[] = []
  for (const kind of KINDS) if (container[kind] === undefined) faults.push(`has no ${kind}`)
  for (const kind of KINDS) {
    const port = portOf(container[kind])
    if (port !== undefined && !hasPort(container, port)) faults.push(`${kind} asks port ${port}, which it does not have`)
  }
  if (KINDS.some((kind) => container[kind]?.grpc !== undefined)) faults.push('is asked by gRPC, and answers nobody without a certificate')
  // A process that waits for its database is not a process to kill.
  for (const kind of KILLING) {
    const asked = container[kind]
    if (asked?.httpGet?.path === '/readyz') faults.push(`${kind} kills it when it is not ready`)
  }
  return faults
}

const slowlyKilled = (container: Container, { terminationGracePeriodSeconds: ofPod = 30 }: PodSpec): string[] =>
  KILLING.map((kind) => [kind, container[kind]?.terminationGracePeriodSeconds ?? ofPod] as const)
    .filter(([, seconds]) => seconds > KILL_WITHIN_SECONDS)
    .map(([kind, seconds]) => `${kind} gives it ${seconds} s when it hangs`)

const portOf = (probe: Probe | undefined): number | string | undefined =>
  probe?.grpc?.port ?? probe?.httpGet?.port ?? probe?.tcpSocket?.port

const hasPort = ({ ports = [] }: Container, wanted: number | string): boolean =>
  ports.some(({ name, containerPort }) => name === wanted || containerPort === wanted)
