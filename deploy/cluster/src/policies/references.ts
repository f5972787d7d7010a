import { containersOf, environmentOf, nameOf, selects, type Workload } from '../manifests/read.js'
import type { KubeObject, Labels, LabelSelector } from '../manifests/types.js'
import type { Policy, Rendered } from './policy.js'

const LONGEST = 63

/** Names are DNS labels, each rendered once. */
export const names: Policy = ({ objects }) => {
  const seen = new Set<string>()
  return objects.flatMap((object) => {
    const name = nameOf(object)
    const key = `${object.metadata.namespace ?? ''}/${name}`
    const faults: string[] = []
    if (object.metadata.name.length > LONGEST) faults.push(`${name}: its name is longer than ${LONGEST} characters`)
    if (seen.has(key)) faults.push(`${name}: is rendered twice`)
    for (const [label, value] of Object.entries(object.metadata.labels ?? {})) {
      if (value.length > LONGEST) faults.push(`${name}: its label ${label} is longer than ${LONGEST} characters`)
    }
    seen.add(key)
    return faults
  })
}

interface ServiceSpec {
  readonly selector?: Labels
  readonly ports?: readonly {
    readonly port: number
    readonly targetPort?: number | string
    readonly protocol?: string
  }[]
}

interface Backend {
  readonly name: string
  readonly port: number
  readonly kind?: string
}

const OPERATORS_OWN = 'ca'

/** Everything an object names exists. */
export const references: Policy = (rendered) => [
  ...ofKind(rendered, 'Service').flatMap((service) => serviceFaults(service, rendered.workloads)),
  ...rendered.workloads.flatMap((workload) => workloadFaults(workload, rendered)),
  ...ofKind(rendered, 'PodMonitor').flatMap((monitor) => {
    const { selector } = monitor.spec as { selector: LabelSelector }
    return rendered.workloads.some(({ labels }) => selects(selector, labels))
      ? []
      : [`${nameOf(monitor)}: selects no pod`]
  }),
  ...[...ofKind(rendered, 'HTTPRoute'), ...ofKind(rendered, 'Ingress')].flatMap((route) =>
    backendsOf(route).flatMap(({ name, port }) => {
      const service = ofKind(rendered, 'Service').find(({ metadata }) => metadata.name === name)
      const has = (service?.spec as ServiceSpec | undefined)?.ports?.some((offered) => offered.port === port)
      return has ? [] : [`${nameOf(route)}: routes to ${name}:${port}, which is not a Service port`]
    }),
  ),
]

function serviceFaults(service: KubeObject, workloads: readonly Workload[]): string[] {
  const { selector = {}, ports = [] } = service.spec as ServiceSpec
  const behind = workloads.filter(({ labels }) => selects({ matchLabels: selector }, labels))
  if (Object.keys(selector).length === 0 || behind.length !== 1)
    return [`${nameOf(service)}: selects ${behind.length} workloads`]
  const offered = behind.flatMap(containersOf).flatMap((container) => container.ports ?? [])
  return ports
    .filter(({ protocol = 'TCP' }) => protocol === 'TCP')
    .map(({ port, targetPort = port }) => targetPort)
    .filter((wanted) => !offered.some(({ name, containerPort }) => name === wanted || containerPort === wanted))
    .map((wanted) => `${nameOf(service)}: targets port ${wanted}, which no container has`)
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
  return rules.flatMap(({ http }) =>
    http.paths.map(({ backend: { service } }) => ({ name: service.name, port: service.port.number })),
  )
}

const ofKind = ({ objects }: Rendered, wanted: string): readonly KubeObject[] =>
  objects.filter(({ kind }) => kind === wanted)

/** nginx hashes empty variables alike: players without a room would share one gateway. */
const EMPTY_WITHOUT_A_ROOM = '$arg_room'

export const routes: Policy = ({ objects }) =>
  objects
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap((ingress) =>
      Object.entries(ingress.metadata.annotations ?? {})
        .filter(([, value]) => value.includes(EMPTY_WITHOUT_A_ROOM))
        .map(([annotation]) => `${nameOf(ingress)}: ${annotation} sends every client without a room to one gateway`),
    )

/** Pod templates hold settings, for `kubectl rollout undo`. */
export const settings: Policy = ({ workloads }) =>
  workloads.flatMap((workload) =>
    containersOf(workload)
      .filter(({ envFrom = [] }) => envFrom.length > 0)
      .map(({ name }) => `${workload.name} ${name}: reads settings from an object that changes independently`),
  )

const NAMED_LIKE_ONE = /(SECRET|PASSWORD|TOKEN|PRIVATE_KEY|CREDENTIAL|_KEY)(_|$)/i
/** Variables that hold public values, despite their names. */
const NONE = ['STRIPE_PUBLISHABLE_KEY', 'PRINCIPAL_PUBLIC_KEY', 'EVIDENCE_PUBLIC_KEY']
const LOOKS_LIKE_ONE = [
  { pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----/, what: 'a private key' },
  { pattern: /\b[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:[^\s/@$]+@/i, what: 'an address with a password' },
  { pattern: /\b(sk|rk|whsec)_(live|test)?_?[A-Za-z0-9]{8,}/, what: 'a Stripe key' },
  { pattern: /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\./, what: 'a signed token' },
  { pattern: /\bAKIA[0-9A-Z]{16}\b/, what: 'an AWS key' },
]

/** Renders contain nothing like a Secret. */
export const secrets: Policy = ({ objects, workloads }) => [
  ...objects.filter(({ kind }) => kind === 'Secret').map((secret) => `${nameOf(secret)}: the chart creates a Secret`),
  ...workloads.flatMap((workload) =>
    containersOf(workload).flatMap((container) => {
      const where = `${workload.name} ${container.name}`
      const texts = [...(container.args ?? []), ...(container.command ?? [])]
      return [
        ...environmentOf(container).flatMap(({ name, value = '' }) => {
          const named = value !== '' && NAMED_LIKE_ONE.test(name) && !NONE.includes(name)
          return named
            ? [`${where}: ${name} is a plain value, not a Secret`]
            : looksLike(value).map((what) => `${where}: ${name} is ${what}`)
        }),
        ...texts.flatMap(looksLike).map((what) => `${where}: an argument is ${what}`),
        ...(container.envFrom ?? []).flatMap((source) =>
          'secretRef' in source ? [`${where}: reads all keys of a Secret`] : [],
        ),
      ]
    }),
  ),
  ...objects
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap((map) =>
      Object.entries(map.data ?? {}).flatMap(([key, text]) =>
        looksLike(text).map((what) => `${nameOf(map)}: ${key} contains ${what}`),
      ),
    ),
]

const looksLike = (text: string): string[] =>
  LOOKS_LIKE_ONE.filter(({ pattern }) => pattern.test(text)).map(({ what }) => what)
