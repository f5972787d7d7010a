import { lasting } from '../manifests/workloads.js'
import type { Container, Probe } from '../manifests/types.js'
import type { Policy } from './policy.js'

const GRPC_PORT = 50051
const KINDS = ['readinessProbe', 'livenessProbe', 'startupProbe'] as const

/**
 * Whatever serves is probed: readiness where traffic is let in, liveness where a hung process is killed, and each at a port
 * that the container has. Whoever serves gRPC is asked by gRPC whether it is ready.
 */
export const probes: Policy = ({ workloads }) =>
  lasting(workloads).flatMap(({ name, template }) =>
    template.spec.containers
      .filter(({ ports = [] }) => ports.length > 0)
      .flatMap((container) => faultsOf(container).map((fault) => `${name} ${container.name}: ${fault}`)),
  )

function faultsOf(container: Container): string[] {
  const faults: string[] = []
  for (const kind of KINDS) if (container[kind] === undefined) faults.push(`has no ${kind}`)
  for (const kind of KINDS) {
    const port = portOf(container[kind])
    if (port !== undefined && !hasPort(container, port)) faults.push(`${kind} asks port ${port}, which it does not have`)
  }
  const ready = container.readinessProbe
  if (hasPort(container, GRPC_PORT) && ready?.grpc?.port !== GRPC_PORT) faults.push('is not asked by gRPC whether it is ready')
  // A process that waits for its database is not a process to kill.
  if (container.livenessProbe?.httpGet?.path === '/readyz') faults.push('is killed when it is not ready')
  return faults
}

const portOf = (probe: Probe | undefined): number | string | undefined =>
  probe?.grpc?.port ?? probe?.httpGet?.port ?? probe?.tcpSocket?.port

const hasPort = ({ ports = [] }: Container, wanted: number | string): boolean =>
  ports.some(({ name, containerPort }) => name === wanted || containerPort === wanted)
