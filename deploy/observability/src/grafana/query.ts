/** Pieces of PromQL that every dashboard needs. A metric stands with its labels, such as `kla_ready{service="auth"}`. */

/** The series of a metric in the chosen namespaces. */
export function chosen(metric: string): string {
  const [name = '', labels = ''] = metric.replace('}', '').split('{')
  return `${name}{${['namespace=~"$namespace"', ...(labels === '' ? [] : [labels])].join(', ')}}`
}

const by = (labels: string): string => (labels === '' ? '' : ` by (${labels})`)

/** How much a counter rises in a second. */
export const rate = (metric: string, labels = ''): string =>
  `sum${by(labels)} (rate(${chosen(metric)}[$__rate_interval]))`

/** How much a counter has risen within a time such as "1h". */
export const increase = (metric: string, within: string, labels = ''): string =>
  `sum${by(labels)} (increase(${chosen(metric)}[${within}]))`

/** A percentile of a histogram, by its name without `_bucket`. */
export const percentile = (share: number, histogram: string, labels = ''): string => {
  const [name = '', rest] = histogram.split('{')
  const buckets = `${name}_bucket${rest === undefined ? '' : `{${rest}`}`
  return `histogram_quantile(${share}, ${rate(buckets, ['le', labels].filter(Boolean).join(', '))})`
}

/** What pods measure of themselves, together. */
export const total = (metric: string, labels = ''): string => `sum${by(labels)} (${chosen(metric)})`

/** What all pods say of the same thing, or the worst of them. */
export const highest = (metric: string, labels = ''): string => `max${by(labels)} (${chosen(metric)})`
export const lowest = (metric: string, labels = ''): string => `min${by(labels)} (${chosen(metric)})`

/**
 * How late event loops are, from `nodejs_eventloop_lag_*`. What Node.js measures is the time between two samples, with
 * the 50 ms that every process asks for (`createMetrics`).
 */
export const lateness = (lag: string): string => `${lag} - 0.05`

/** The share of one rate in another. */
export const share = (part: string, whole: string): string => `${part} / ${whole}`
