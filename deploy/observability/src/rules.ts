import { readdir, readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { DASHBOARDS } from './dashboards/index.js'

export const REPOSITORY = new URL('../../../', import.meta.url)
/** Files of the chart, which must be whole without the rest of the repository. */
const IN_CHART = new URL('helm/files/observability/', REPOSITORY)
export const RULES = new URL('rules/', IN_CHART)
export const DASHBOARD_FILES = new URL('dashboards/', IN_CHART)
export const RULE_TESTS = new URL('deploy/observability/rules/tests/', REPOSITORY)
export const RUNBOOKS = new URL('deploy/observability/runbooks/', REPOSITORY)

export type Rule = Alert | Recording
/** An alert in Prometheus' format. */
export interface Alert {
  readonly alert: string
  readonly expr: string
  readonly for?: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}
/** A recording rule in Prometheus' format. */
export interface Recording {
  readonly record: string
  readonly expr: string
  readonly labels?: Readonly<Record<string, string>>
}

export const isAlert = (rule: Rule): rule is Alert => 'alert' in rule

export async function readRules(folder: URL): Promise<readonly Rule[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort()
  const groups = files.map(async (file) => {
    const { groups } = parse(await readFile(new URL(file, folder), 'utf8')) as { groups: { rules: Rule[] }[] }
    return groups.flatMap(({ rules }) => rules)
  })
  return (await Promise.all(groups)).flat()
}

export interface Expression {
  readonly asker: string
  readonly expr: string
}

export async function allExpressions(): Promise<readonly Expression[]> {
  const rules = (await readRules(RULES)).map((rule) => ({
    asker: isAlert(rule) ? rule.alert : rule.record,
    expr: rule.expr,
  }))
  const panels = DASHBOARDS.flatMap(({ uid, rows }) =>
    rows.flatMap(({ panels }) =>
      panels.flatMap(({ title, queries }) => queries.map(({ expr }) => ({ asker: `${uid}: ${title}`, expr }))),
    ),
  )
  return [...rules, ...panels, ...(await runbookExpressions())]
}

export async function runbookExpressions(): Promise<readonly Expression[]> {
  const pages = (await readdir(RUNBOOKS)).map(async (page) => {
    const text = await readFile(new URL(page, RUNBOOKS), 'utf8')
    return [...text.matchAll(/promql '([^']+)'/g)].map(([, expr = '']) => ({ asker: page, expr }))
  })
  return (await Promise.all(pages)).flat()
}

/** Metric that another exporter provides. */
export interface ForeignMetric {
  readonly source: string
  readonly labels: readonly string[] | undefined
}

const KUBE = 'kube-state-metrics'

/** Metrics that no run of the platform can verify. */
export const FOREIGN_METRICS: Readonly<Record<string, ForeignMetric>> = {
  ALERTS: { source: 'Prometheus, of its own alerts', labels: undefined },
  up: { source: 'Prometheus, of all that it scrapes', labels: ['container'] },
  kube_deployment_spec_replicas: { source: KUBE, labels: ['deployment'] },
  kube_deployment_status_condition: { source: KUBE, labels: ['deployment', 'condition', 'status'] },
  kube_deployment_status_replicas_available: { source: KUBE, labels: ['deployment'] },
  kube_horizontalpodautoscaler_spec_max_replicas: { source: KUBE, labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_spec_min_replicas: { source: KUBE, labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_status_desired_replicas: { source: KUBE, labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_status_condition: {
    source: KUBE,
    labels: ['horizontalpodautoscaler', 'condition', 'status'],
  },
  kube_job_failed: { source: KUBE, labels: ['job_name', 'condition'] },
  kube_job_status_start_time: { source: KUBE, labels: ['job_name'] },
  kube_pod_container_status_waiting_reason: { source: KUBE, labels: ['container', 'reason'] },
}
