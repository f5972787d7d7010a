import { mkdir, writeFile } from 'node:fs/promises'
import { NAMESPACE } from '../../helm.js'
import type { KubeObject, LabelSelector } from '../../manifests/types.js'
import { ClusterFailure, waitFor } from '../../up/commands.js'
import type { Node } from '../../up/node.js'
import { kubeconfigOf, PLACES } from '../../up/places.js'

/** Where Prometheus listens, in the first node. */
const ADDRESS = '127.0.0.1:9090'
export const PROMETHEUS_URL = `http://${ADDRESS}`
const STARTS_WITHIN_MS = 30_000
const CALL_WITHIN_MS = 15_000

interface PodMonitor {
  readonly selector: LabelSelector
  readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string; readonly interval: string }[]
}

const metaLabel = (name: string): string => `__meta_kubernetes_pod_label_${name.replace(/[^A-Za-z0-9]/g, '_')}`
const keep = (label: string, values: readonly string[]): object => ({
  action: 'keep',
  source_labels: [label],
  regex: `(${values.join('|')})`,
})
const copy = (from: string, to: string): object => ({ source_labels: [from], target_label: to })

/** Returns the jobs that the Prometheus operator makes of a PodMonitor: its targets, and the labels that they get. */
const jobsOf = ({ metadata, spec }: KubeObject): readonly object[] => {
  const { selector, podMetricsEndpoints } = spec as PodMonitor
  const labels = [
    ...Object.entries(selector.matchLabels ?? {}).map(([name, value]) => keep(metaLabel(name), [value])),
    ...(selector.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new ClusterFailure(`PodMonitor ${metadata.name}: ${operator} is not known here`)
      return keep(metaLabel(key), values)
    }),
  ]
  return podMetricsEndpoints.map(({ port, path, interval }) => ({
    job_name: `${NAMESPACE}/${metadata.name}/${port}`,
    scrape_interval: interval,
    metrics_path: path,
    kubernetes_sd_configs: [
      { role: 'pod', kubeconfig_file: kubeconfigOf('prometheus'), namespaces: { names: [NAMESPACE] } },
    ],
    relabel_configs: [
      { action: 'drop', source_labels: ['__meta_kubernetes_pod_phase'], regex: '(Failed|Succeeded)' },
      ...labels,
      keep('__meta_kubernetes_pod_container_port_name', [port]),
      copy('__meta_kubernetes_namespace', 'namespace'),
      copy('__meta_kubernetes_pod_container_name', 'container'),
      copy('__meta_kubernetes_pod_name', 'pod'),
    ],
  }))
}

/** Returns the settings of a Prometheus that reads what the chart's objects for the Prometheus operator say. */
export const prometheusConfig = (objects: readonly KubeObject[], ruleFiles: readonly string[]): object => ({
  global: { evaluation_interval: '15s' },
  rule_files: ruleFiles,
  scrape_configs: objects.filter(({ kind }) => kind === 'PodMonitor').flatMap(jobsOf),
})

/** Starts Prometheus in the first node, with the PodMonitor and the rules among these objects. */
export async function startPrometheus(node: Node, program: string, objects: readonly KubeObject[]): Promise<void> {
  const folder = `${PLACES.node}/prometheus`
  await mkdir(folder, { recursive: true })
  const rules = objects.filter(({ kind }) => kind === 'PrometheusRule')
  const ruleFiles = rules.map(({ metadata }) => `${folder}/${metadata.name}.json`)
  for (const [index, { spec }] of rules.entries()) await writeFile(ruleFiles[index] ?? '', JSON.stringify(spec))
  const config = `${folder}/config.json`
  await writeFile(config, JSON.stringify(prometheusConfig(objects, ruleFiles)))
  await node.start('prometheus', program, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=${ADDRESS}`,
  ])
  await waitFor('Prometheus', STARTS_WITHIN_MS, () => isReady(node))
}

/** Resolves to whether Prometheus runs in the node. */
export const isReady = (node: Node): Promise<boolean> =>
  read(node, '/-/ready').then(
    () => true,
    () => false,
  )

/** Program for Node: prints what a page says, and fails if that is an error. */
const READ = `fetch(process.argv[1], { signal: AbortSignal.timeout(10_000) }).then(async (page) => {
  console.log(await page.text())
  process.exit(page.ok ? 0 : 1)
})`

const read = (node: Node, path: string): Promise<string> =>
  node.run(process.execPath, ['--eval', READ, `${PROMETHEUS_URL}${path}`], { withinMs: CALL_WITHIN_MS })

async function ask<Series>(node: Node, api: string, parameters: Record<string, string>): Promise<readonly Series[]> {
  const text = await read(node, `/api/v1/${api}?${new URLSearchParams(parameters).toString()}`)
  return (JSON.parse(text) as { data: { result: readonly Series[] } }).data.result
}

/** A value at a time, seconds since 1970. */
export interface Sample {
  readonly at: number
  readonly value: number
}

/** Resolves to the values of an expression that has one series, from a time to another, in steps of seconds. */
export async function queryRange(
  node: Node,
  { query, from, to, step }: { query: string; from: number; to: number; step: number },
): Promise<readonly Sample[]> {
  const range = { query, start: String(from), end: String(to), step: String(step) }
  const [series] = await ask<{ values: readonly [number, string][] }>(node, 'query_range', range)
  return (series?.values ?? []).map(([at, value]) => ({ at, value: Number(value) }))
}

/** Resolves to the names of alerts that fired at any time in the last minutes. */
export async function firedAlerts(node: Node, minutes: number): Promise<readonly string[]> {
  const query = `sum by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${minutes}m]))`
  const series = await ask<{ metric: { alertname: string } }>(node, 'query', { query })
  return series.map(({ metric }) => metric.alertname).sort()
}
