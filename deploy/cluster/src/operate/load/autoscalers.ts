import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Autoscaling } from '../../go-programs.js'
import type { KubeObject } from '../../manifests/types.js'
import { waitFor } from '../../up/commands.js'
import { writeCertificate } from '../../up/control-plane.js'
import type { Node } from '../../up/node.js'
import { nodeService, ownRights, SYSTEM } from '../../up/objects.js'
import { kubeconfigOf, PLACES, USERS } from '../../up/places.js'
import { isReady, startPrometheus } from './prometheus.js'

const APPLIED_WITHIN_MS = 60_000
const STARTS_WITHIN_MS = 90_000

/** APIs of metrics, each served by a process of the first node. */
const APIS = [
  { group: 'metrics.k8s.io', service: 'metrics-server', port: 10_443 },
  { group: 'external.metrics.k8s.io', service: 'keda-metrics-apiserver', port: 10_444 },
] as const
const [RESOURCES, EXTERNAL] = APIS
const OPERATOR = { service: 'keda-operator', port: 9_666 }

/** Returns what leads the API server to the APIs of metrics; `authority` is base64. */
export const metricsApis = (authority: string): readonly unknown[] =>
  APIS.flatMap(({ group, service, port }) => [
    ...nodeService({ name: service, port: { name: 'https', port: 443, protocol: 'TCP' }, targetPort: port }),
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: `v1beta1.${group}` },
      spec: {
        ...{ group, version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 100, caBundle: authority },
        service: { name: service, namespace: SYSTEM },
      },
    },
  ])

const NAMESPACE_OF_KEDA = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'keda' } }
const FOR_PROMETHEUS = ownRights(USERS.prometheus.user, [
  { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] },
])

/** Files of the processes that serve APIs. */
interface Files {
  readonly folder: string
  readonly key: string
  readonly certificate: string
}

/** Starts what autoscaling needs, unless it runs: metrics-server, KEDA, and Prometheus with the chart's own rules. */
export async function startAutoscalers(node: Node, built: Autoscaling, objects: readonly KubeObject[]): Promise<void> {
  if (await isReady(node)) return
  const folder = `${PLACES.node}/autoscaling`
  const files = { folder, key: `${folder}/tls.key`, certificate: `${folder}/tls.crt` }
  await mkdir(folder, { recursive: true })
  await writeOwnCertificate(files)
  await register(node, built, files)
  await startMetricsServer(node, built, files)
  await startKeda(node, built, files)
  await waitFor('the APIs of metrics', STARTS_WITHIN_MS, () => areServed(node))
  // The last of them: where it answers, all run.
  await startPrometheus(node, built.prometheus, objects)
}

/** Writes one certificate for all of them, which is its own authority. */
async function writeOwnCertificate({ folder, key, certificate }: Files): Promise<void> {
  const names = [OPERATOR.service, 'localhost', ...APIS.map(({ service }) => `${service}.${SYSTEM}.svc`)]
  const subjects = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`
  await writeCertificate({ key, certificate, names: ['-subj', '/CN=autoscaling', '-addext', subjects] })
  await copyFile(certificate, `${folder}/ca.crt`)
}

/** Gives the processes the rights of their own manifests, and tells the API server of them. */
async function register(node: Node, { keda, metricsServer }: Autoscaling, files: Files): Promise<void> {
  const apis = `${files.folder}/apis.json`
  const authority = (await readFile(files.certificate)).toString('base64')
  const items = [NAMESPACE_OF_KEDA, ...metricsApis(authority), ...FOR_PROMETHEUS]
  await writeFile(apis, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  const rights = ['rbac/role', 'rbac/role_binding', 'metrics-server/role', 'metrics-server/role_binding']
  const manifests = [
    apis,
    ...rights.map((name) => `${keda}/config/${name}.yaml`),
    `${metricsServer}/manifests/base/rbac.yaml`,
  ]
  // Definitions are too long for the annotation of a client's `apply`.
  await kubectl(node, 'apply', '--server-side', '--filename', `${keda}/config/crd/bases`)
  await kubectl(node, 'apply', ...manifests.flatMap((file) => ['--filename', file]))
}

const kubectl = (node: Node, ...args: readonly string[]): Promise<string> =>
  node.run('kubectl', args, { withinMs: APPLIED_WITHIN_MS })

async function areServed(node: Node): Promise<boolean> {
  const available = '{range .items[*]}{.metadata.name}={.status.conditions[?(@.type=="Available")].status} {end}'
  const services = await kubectl(node, 'get', 'apiservices', '--output', `jsonpath=${available}`)
  return APIS.every(({ group }) => services.includes(`v1beta1.${group}=True`))
}

const asUser = (user: 'keda' | 'metrics-server'): readonly string[] =>
  ['authentication-kubeconfig', 'authorization-kubeconfig'].map((flag) => `--${flag}=${kubeconfigOf(user)}`)

const serving = ({ key, certificate }: Files): readonly string[] => [
  `--tls-cert-file=${certificate}`,
  `--tls-private-key-file=${key}`,
]

const startMetricsServer = (node: Node, { programs }: Autoscaling, files: Files): Promise<void> =>
  node.start('metrics-server', `${programs}/metrics-server`, [
    `--kubeconfig=${kubeconfigOf('metrics-server')}`,
    ...asUser('metrics-server'),
    ...serving(files),
    `--secure-port=${RESOURCES.port}`,
    '--metric-resolution=15s',
    '--kubelet-preferred-address-types=InternalIP',
    `--kubelet-client-certificate=${PLACES.node}/kubelet-client.crt`,
    `--kubelet-client-key=${PLACES.node}/kubelet-client.key`,
    // A kubelet makes its own certificate.
    '--kubelet-insecure-tls',
  ])

async function startKeda(node: Node, { programs }: Autoscaling, files: Files): Promise<void> {
  const namespaces = ['POD_NAMESPACE=keda', 'KEDA_CLUSTER_OBJECT_NAMESPACE=keda', 'WATCH_NAMESPACE=']
  const environment = [`KUBECONFIG=${kubeconfigOf('keda')}`, ...namespaces]
  await node.start('keda-operator', 'env', [
    ...environment,
    `${programs}/keda-operator`,
    `--cert-dir=${files.folder}`,
    '--metrics-bind-address=0',
    '--health-probe-bind-address=127.0.0.1:9081',
    `--metrics-service-bind-address=127.0.0.1:${OPERATOR.port}`,
  ])
  await node.start('keda-adapter', 'env', [
    ...environment,
    `${programs}/keda-adapter`,
    `--lister-kubeconfig=${kubeconfigOf('keda')}`,
    ...asUser('keda'),
    ...serving(files),
    `--cert-dir=${files.folder}`,
    `--secure-port=${EXTERNAL.port}`,
    '--port=9082',
    `--metrics-service-address=127.0.0.1:${OPERATOR.port}`,
    `--metrics-service-grpc-authority=${OPERATOR.service}`,
  ])
}
