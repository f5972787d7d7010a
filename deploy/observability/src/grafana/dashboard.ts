import { DATASOURCE, panelJson, type PanelSpec } from './panel.js'

export interface Row {
  readonly title: string
  readonly panels: readonly PanelSpec[]
}

/** Dashboard without positions, as authors write it. */
export interface DashboardSpec {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly rows: readonly Row[]
}

const COLUMNS = 24
const STAT = { w: 4, h: 4 } as const
const LINES = { w: 12, h: 8 } as const

/** Makes Grafana's import format and places the panels. */
export function dashboardJson({ uid, title, description, rows }: DashboardSpec): object {
  return {
    uid,
    title: `Kla / ${title}`,
    description,
    tags: ['kla'],
    schemaVersion: 41,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    links: [{ type: 'dashboards', title: 'Kla', tags: ['kla'], asDropdown: true, includeVars: true, keepTime: true }],
    annotations: { list: [] },
    templating: { list: [DATASOURCE_CHOICE, NAMESPACE_CHOICE] },
    panels: laidOut(rows),
  }
}

function laidOut(rows: readonly Row[]): object[] {
  const panels: object[] = []
  let y = 0
  for (const { title, panels: specs } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y, w: COLUMNS, h: 1 },
    })
    y += 1
    let x = 0
    let height = 0
    for (const spec of specs) {
      const { w, h } = spec.stat ? STAT : LINES
      if (x + w > COLUMNS || (height !== 0 && h !== height)) {
        x = 0
        y += height
      }
      panels.push(panelJson(spec, { id: panels.length + 1, x, y, w, h }))
      x += w
      height = h
    }
    y += height
  }
  return panels
}

const DATASOURCE_CHOICE = {
  name: 'datasource',
  label: 'Prometheus',
  type: 'datasource',
  query: 'prometheus',
  current: {},
  hide: 0,
  refresh: 1,
} as const

const NAMESPACE_CHOICE = {
  name: 'namespace',
  label: 'Namespace',
  type: 'query',
  datasource: DATASOURCE,
  query: { query: 'label_values(kla_ready, namespace)', refId: 'namespace' },
  definition: 'label_values(kla_ready, namespace)',
  current: { text: 'All', value: '$__all' },
  includeAll: true,
  allValue: '.*',
  multi: true,
  refresh: 2,
  sort: 1,
  hide: 0,
} as const
