import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import type { Autoscaling } from '../../go-programs.js'
import type { KubeObject } from '../../manifests/types.js'
import { waitFor } from '../../up/commands.js'
import { writeCertificate } from '../../up/control-plane.js'
import type { Node } from '../../up/node.js'
import { ADDRESSES, kubeconfigOf, PLACES } from '../../up/places.js'
import { isReady, startPrometheus } from './prometheus.js'

const APPLIED_WITHIN_MS = 60_000
const STARTS_WITHIN_MS = 90_000
const SYSTEM = 'kube-system'

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
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: service, namespace: SYSTEM },
      spec: { ports: [{ name: 'https', port: 443, targetPort: port }] },
    },
    {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: `${service}-1`, namespace: SYSTEM, labels: { 'kubernetes.io/service-name': service } },
      addressType: 'IPv4',
      endpoints: [{ addresses: [ADDRESSES.node], conditions: { ready: true } }],
      ports: [{ name: 'https', port }],
    },
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
const FOR_PROMETHEUS = [
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'kla:prometheus' },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'kla:prometheus' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'kla:prometheus' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'kla:prometheus' }],
  },
]

/** Starts what autoscaling needs, unless it runs: metrics-server, KEDA, and Prometheus with the chart's own rules. */
export async function startAutoscalers(node: Node, built: Autoscaling, objects: readonly KubeObject[]): Promise<void> {
  const kubectl = (...args: readonly string[]): Promise<string> =>
    node.run('kubectl', args, { withinMs: APPLIED_WITHIN_MS })
  const areServed = async (): Promise<boolean> => {
    const available = '{range .items[*]}{.metadata.name}={.status.conditions[?(@.type=="Available")].status} {end}'
    const services = await kubectl('get', 'apiservices', '--output', `jsonpath=${available}`)
    return APIS.every(({ group }) => services.includes(`v1beta1.${group}=True`))
  }
  if (await isReady(node)) return
  const folder = `${PLACES.node}/autoscaling`
  await mkdir(folder, { recursive: true })
  const key = `${folder}/tls.key`
  const certificate = `${folder}/tls.crt`
  const names = [OPERATOR.service, 'localhost', ...APIS.map(({ service }) => `${service}.${SYSTEM}.svc`)]
  const subjects = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`
  await writeCertificate({ key, certificate, names: ['-subj', '/CN=autoscaling', '-addext', subjects] })
  await copyFile(certificate, `${folder}/ca.crt`)

  // Their definitions are too long for the annotation of a client's `apply`.
  await kubectl('apply', '--server-side', '--filename', `${built.keda}/config/crd/bases`)
  const rights = ['rbac/role', 'rbac/role_binding', 'metrics-server/role', 'metrics-server/role_binding']
  const files = [
    `${folder}/apis.json`,
    ...rights.map((name) => `${built.keda}/config/${name}.yaml`),
    `${built.metricsServer}/manifests/base/rbac.yaml`,
  ]
  const authority = (await readFile(certificate)).toString('base64')
  const items = [NAMESPACE_OF_KEDA, ...metricsApis(authority), ...FOR_PROMETHEUS]
  await writeFile(`${folder}/apis.json`, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }))
  await kubectl('apply', ...files.flatMap((file) => ['--filename', file]))

  const asUser = (user: 'keda' | 'metrics-server'): readonly string[] =>
    ['authentication-kubeconfig', 'authorization-kubeconfig'].map((flag) => `--${flag}=${kubeconfigOf(user)}`)
  const serving = [`--tls-cert-file=${certificate}`, `--tls-private-key-file=${key}`]
  await node.start('metrics-server', `${built.programs}/metrics-server`, [
    `--kubeconfig=${kubeconfigOf('metrics-server')}`,
    ...asUser('metrics-server'),
    ...serving,
    `--secure-port=${RESOURCES.port}`,
    '--metric-resolution=15s',
    '--kubelet-preferred-address-types=InternalIP',
    `--kubelet-client-certificate=${PLACES.node}/kubelet-client.crt`,
    `--kubelet-client-key=${PLACES.node}/kubelet-client.key`,
    // A kubelet makes its own certificate.
    '--kubelet-insecure-tls',
  ])
  const namespaces = ['POD_NAMESPACE=keda', 'KEDA_CLUSTER_OBJECT_NAMESPACE=keda', 'WATCH_NAMESPACE=']
  const asKeda = [`KUBECONFIG=${kubeconfigOf('keda')}`, ...namespaces]
  await node.start('keda-operator', 'env', [
    ...asKeda,
    `${built.programs}/keda-operator`,
    `--cert-dir=${folder}`,
    '--metrics-bind-address=0',
    '--health-probe-bind-address=127.0.0.1:9081',
    `--metrics-service-bind-address=127.0.0.1:${OPERATOR.port}`,
  ])
  await node.start('keda-adapter', 'env', [
    ...asKeda,
    `${built.programs}/keda-adapter`,
    `--lister-kubeconfig=${kubeconfigOf('keda')}`,
    ...asUser('keda'),
    ...serving,
    `--cert-dir=${folder}`,
    `--secure-port=${EXTERNAL.port}`,
    '--port=9082',
    `--metrics-service-address=127.0.0.1:${OPERATOR.port}`,
    `--metrics-service-grpc-authority=${OPERATOR.service}`,
  ])
  await waitFor('the APIs of metrics', STARTS_WITHIN_MS, areServed)
  // The last of them: where it answers, all run.
  await startPrometheus(node, built.prometheus, objects)
}
