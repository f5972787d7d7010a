/** Grafana fills in `$namespace` and `$__rate_interval`. */
interface Query {
  readonly expr: string
  readonly legend?: string
}

type Unit = 's' | 'reqps' | 'ops' | 'percentunit' | 'bytes' | 'short' | 'bool_yes_no'

/** Panel as authors write it: a stat or lines. */
export interface PanelSpec {
  readonly title: string
  readonly description: string
  readonly unit: Unit
  readonly queries: readonly Query[]
  /** Yellow and red from these values; with `below`, under them. */
  readonly limits?: { readonly warn: number; readonly bad: number; readonly below?: boolean }
  readonly stat?: boolean
  /** True where the sum means something. */
  readonly stacked?: boolean
}

type Place = { readonly id: number; readonly x: number; readonly y: number; readonly w: number; readonly h: number }

export function panelJson(spec: PanelSpec, { id, ...gridPos }: Place): object {
  const { title, description, unit, queries, stat = false } = spec
  return {
    id,
    type: stat ? 'stat' : 'timeseries',
    title,
    description,
    datasource: DATASOURCE,
    gridPos,
    fieldConfig: { defaults: { unit, min: 0, thresholds: thresholdsOf(spec), ...colours(spec) }, overrides: [] },
    options: stat ? STAT_OPTIONS : LINE_OPTIONS,
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode(65 + at),
      datasource: DATASOURCE,
      editorMode: 'code',
      expr,
      legendFormat: legend ?? '__auto',
      range: !stat,
      instant: stat,
    })),
  }
}

export const DATASOURCE = { type: 'prometheus', uid: '${datasource}' } as const

const STAT_OPTIONS = {
  colorMode: 'background',
  graphMode: 'none',
  justifyMode: 'auto',
  reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false },
  textMode: 'auto',
} as const
const LINE_OPTIONS = {
  legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'], showLegend: true },
  tooltip: { mode: 'multi', sort: 'desc' },
} as const

function thresholdsOf({ limits }: PanelSpec): object {
  if (!limits) return { mode: 'absolute', steps: [{ color: 'blue', value: null }] }
  const { warn, bad, below } = limits
  const steps = below
    ? [{ color: 'red', value: null }, { color: 'yellow', value: bad }, { color: 'green', value: warn }] // oxfmt-ignore
    : [{ color: 'green', value: null }, { color: 'yellow', value: warn }, { color: 'red', value: bad }] // oxfmt-ignore
  return { mode: 'absolute', steps }
}

function colours({ stat, limits, stacked }: PanelSpec): object {
  if (stat) return { color: { mode: 'thresholds' } }
  const custom = {
    drawStyle: 'line',
    lineWidth: 1,
    fillOpacity: stacked ? 30 : 8,
    showPoints: 'never',
    spanNulls: false,
    stacking: { mode: stacked ? 'normal' : 'none', group: 'A' },
    thresholdsStyle: { mode: limits ? 'dashed' : 'off' },
  }
  return { color: { mode: 'palette-classic' }, custom }
}

/** Limits a metric to the chosen namespaces. */
export function chosen(metric: string): string {
  const [name = '', labels = ''] = metric.replace('}', '').split('{')
  return `${name}{${['namespace=~"$namespace"', ...(labels === '' ? [] : [labels])].join(', ')}}`
}

const by = (labels: string): string => (labels === '' ? '' : ` by (${labels})`)

export const rate = (metric: string, labels = ''): string =>
  `sum${by(labels)} (rate(${chosen(metric)}[$__rate_interval]))`

export const increase = (metric: string, within: string, labels = ''): string =>
  `sum${by(labels)} (increase(${chosen(metric)}[${within}]))`

/** Takes the name of `histogram` without `_bucket`. */
export const percentile = (share: number, histogram: string, labels = ''): string => {
  const [name = '', rest] = histogram.split('{')
  const buckets = `${name}_bucket${rest === undefined ? '' : `{${rest}`}`
  return `histogram_quantile(${share}, ${rate(buckets, ['le', labels].filter(Boolean).join(', '))})`
}

export const total = (metric: string, labels = ''): string => `sum${by(labels)} (${chosen(metric)})`

export const highest = (metric: string, labels = ''): string => `max${by(labels)} (${chosen(metric)})`
export const lowest = (metric: string, labels = ''): string => `min${by(labels)} (${chosen(metric)})`

/** Subtracts the 50 ms sampling interval in `nodejs_eventloop_lag_*`. */
export const lateness = (lag: string): string => `${lag} - 0.05`

export const share = (part: string, whole: string): string => `${part} / ${whole}`
