import { dashboardJson, type DashboardSpec } from '../grafana/dashboard.js'
import { battles } from './battles.js'
import { commerce } from './commerce.js'
import { gateway } from './gateway.js'
import { media } from './media.js'
import { overview } from './overview.js'
import { queues } from './queues.js'
import { safety } from './safety.js'

export const DASHBOARDS: readonly DashboardSpec[] = [overview, battles, gateway, media, commerce, safety, queues]

export const dashboardFiles = (): ReadonlyMap<string, string> =>
  new Map(DASHBOARDS.map((spec) => [`${spec.uid}.json`, `${JSON.stringify(dashboardJson(spec), undefined, 2)}\n`]))
