/** A metric that no process of ours tells, and who does. */
export interface ForeignMetric {
  readonly source: string
  /** Beside those that every series has; undefined where each series has others. */
  readonly labels: readonly string[] | undefined
}

const KUBE = 'kube-state-metrics'

/** Everything that rules, dashboards and runbooks ask for and that is not ours. No run of the platform can show that it is there. */
export const FOREIGN_METRICS: Readonly<Record<string, ForeignMetric>> = {
  ALERTS: { source: 'Prometheus, of its own alerts', labels: undefined },
  up: { source: 'Prometheus, of all that it scrapes', labels: ['container'] },
  kube_deployment_spec_replicas: { source: KUBE, labels: ['deployment'] },
  kube_deployment_status_condition: { source: KUBE, labels: ['deployment', 'condition', 'status'] },
  kube_deployment_status_replicas_available: { source: KUBE, labels: ['deployment'] },
  kube_horizontalpodautoscaler_spec_max_replicas: { source: KUBE, labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_spec_min_replicas: { source: KUBE, labels: ['horizontalpodautoscaler'] },
  kube_horizontalpodautoscaler_status_desired_replicas: { source: KUBE, labels: ['horizontalpodautoscaler'] },
  kube_job_failed: { source: KUBE, labels: ['job_name', 'condition'] },
  kube_job_status_start_time: { source: KUBE, labels: ['job_name'] },
  kube_pod_container_status_waiting_reason: { source: KUBE, labels: ['container', 'reason'] },
}
