import { nameOf } from '../manifests/parse.js'
import { selects } from '../manifests/selectors.js'
import type { KubeObject, Labels, LabelSelector } from '../manifests/types.js'
import { containersOf, type Workload } from '../manifests/workloads.js'
import type { Policy, Rendered } from './policy.js'

interface ServiceSpec {
  readonly selector?: Labels
  readonly ports?: readonly { readonly port: number; readonly targetPort?: number | string; readonly protocol?: string }[]
}

interface Backend {
  readonly name: string
  readonly port: number
  readonly kind?: string
}

/** The volume with the certificates of `caBundle`, which the chart only names. */
const OPERATORS_OWN = 'ca'

/** Whatever an object names is there: pods behind a Service and their ports, accounts, ConfigMaps, backends of routes. */
export const references: Policy = (rendered) => [
  ...ofKind(rendered, 'Service').flatMap((service) => serviceFaults(service, rendered.workloads)),
  ...rendered.workloads.flatMap((workload) => workloadFaults(workload, rendered)),
  ...ofKind(rendered, 'PodMonitor').flatMap((monitor) => {
    const { selector } = monitor.spec as { selector: LabelSelector }
    return rendered.workloads.some(({ labels }) => selects(selector, labels)) ? [] : [`${nameOf(monitor)}: means no pod`]
  }),
  ...[...ofKind(rendered, 'HTTPRoute'), ...ofKind(rendered, 'Ingress')].flatMap((route) =>
    backendsOf(route).flatMap(({ name, port }) => {
      const service = ofKind(rendered, 'Service').find(({ metadata }) => metadata.name === name)
      const has = (service?.spec as ServiceSpec | undefined)?.ports?.some((offered) => offered.port === port)
      return has ? [] : [`${nameOf(route)}: leads to ${name}:${port}, which is no Service`]
    }),
  ),
]

function serviceFaults(service: KubeObject, workloads: readonly Workload[]): string[] {
  const { selector = {}, ports = [] } = service.spec as ServiceSpec
  const behind = workloads.filter(({ labels }) => selects({ matchLabels: selector }, labels))
  if (Object.keys(selector).length === 0 || behind.length !== 1) return [`${nameOf(service)}: means ${behind.length} workloads`]
  const offered = behind.flatMap(containersOf).flatMap((container) => container.ports ?? [])
  // Relay ports of a TURN server are many, and no container lists them.
  return ports
    .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
    .map(({ port, targetPort = port }) => targetPort)
    .filter((wanted) => !offered.some(({ name, containerPort }) => name === wanted || containerPort === wanted))
    .map((wanted) => `${nameOf(service)}: leads to port ${wanted}, which no container has`)
}

function workloadFaults(workload: Workload, rendered: Rendered): string[] {
  const has = (kind: string, name: string | undefined): boolean =>
    name === undefined || ofKind(rendered, kind).some(({ metadata }) => metadata.name === name)
  const { serviceAccountName, volumes = [] } = workload.template.spec
  const maps = volumes
    .filter(({ name }) => name !== OPERATORS_OWN)
    .map((volume) => (volume['configMap'] as { name: string } | undefined)?.name)
  return [
    ...(has('ServiceAccount', serviceAccountName) ? [] : [`${workload.name}: no ServiceAccount ${serviceAccountName}`]),
    ...maps.filter((map) => !has('ConfigMap', map)).map((map) => `${workload.name}: no ConfigMap ${map}`),
  ]
}

function backendsOf({ kind, spec }: KubeObject): readonly Backend[] {
  if (kind === 'HTTPRoute') {
    return (spec as { rules: { backendRefs?: Backend[] }[] }).rules.flatMap(({ backendRefs = [] }) => backendRefs)
  }
  type Path = { backend: { service: { name: string; port: { number: number } } } }
  const { rules } = spec as { rules: { http: { paths: Path[] } }[] }
  return rules.flatMap(({ http }) => http.paths.map(({ backend: { service } }) => ({ name: service.name, port: service.port.number })))
}

const ofKind = ({ objects }: Rendered, wanted: string): readonly KubeObject[] => objects.filter(({ kind }) => kind === wanted)
