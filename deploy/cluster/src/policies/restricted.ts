import { containersOf } from '../manifests/workloads.js'
import type { Container, PodSpec } from '../manifests/types.js'
import type { Policy } from './policy.js'

const VOLUMES = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret']

/** Pod Security's level `restricted`, a root file system that is read-only, and no token of the API server. */
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
    if (!Object.keys(kinds).every((kind) => VOLUMES.includes(kind))) faults.push(`volume ${name} is of a kind that is not allowed`)
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
  if (own.readOnlyRootFilesystem !== true) faults.push('may write to its image')
  if (!own.capabilities?.drop?.includes('ALL')) faults.push('keeps capabilities')
  if (own.capabilities?.add?.some((capability) => capability !== 'NET_BIND_SERVICE')) faults.push('adds capabilities')
  const profile = (own.seccompProfile ?? common.seccompProfile)?.type
  if (profile !== 'RuntimeDefault' && profile !== 'Localhost') faults.push('has no seccomp profile')
  if (ports.some((port) => 'hostPort' in port)) faults.push('takes a port of the node')
  return faults
}
