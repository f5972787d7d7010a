import { DASHBOARDS } from './dashboards/index.js'
import { dashboardJson } from './grafana/dashboard.js'

/** The text of every dashboard's file, by the file's name. */
export const dashboardFiles = (): ReadonlyMap<string, string> =>
  new Map(DASHBOARDS.map((spec) => [`${spec.uid}.json`, `${JSON.stringify(dashboardJson(spec), undefined, 2)}\n`]))
