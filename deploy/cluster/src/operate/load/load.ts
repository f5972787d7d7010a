import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from '../../up/node.js'
import type { Assignments } from '../../up/release.js'
import { beginBattles } from '../battles.js'
import type { Change } from '../change.js'
import { lossesOf } from '../figures.js'
import { firedAlerts, PROMETHEUS_URL, queryRange, type Sample } from './prometheus.js'
import { recoveredAfter, type Window, windowsOf } from './recovery.js'

/** Number of battles before the load rises to ten times as many. */
export const USUAL_BATTLES = 20
const TIMES = 10
/** Time within which phases must be punctual again. */
const RECOVERED_WITHIN_SECONDS = 180
const WATCHED_SECONDS = RECOVERED_WITHIN_SECONDS + 60
/** The usual load fills what autoscaling averages over. */
const USUAL_MS = 75_000
/** The added battles begin one after the other. */
const RISES_MS = 60_000
const STEP_SECONDS = 10

/**
 * Values of the release under this load: engines scale as in production, each with a tenth of a core, and so with a tenth
 * of its commits. All bots sign in from one address.
 */
export const AUTOSCALED: Assignments = {
  'autoscaling.metrics': 'keda',
  'autoscaling.prometheusUrl': PROMETHEUS_URL,
  'services.game-engine.autoscaling.enabled': true,
  'services.game-engine.autoscaling.minReplicas': 1,
  'services.game-engine.autoscaling.maxReplicas': 8,
  'services.game-engine.autoscaling.targets.commitsPerSecond': 20,
  'services.game-engine.resources.requests.cpu': '50m',
  'services.game-engine.resources.limits.cpu': '100m',
  'services.gateway.env.REST_LIMIT_PER_MINUTE': '1000000',
}

const ENGINES = 'count(kla_ready{service="game-engine"} == 1)'
const COMMITS = 'sum(rate(kla_engine_commits_total[1m]))'

/** Raises the load and keeps it up, until engines must have caught up. */
export async function raiseLoad(node: Node, usual: number): Promise<Change> {
  await sleep(USUAL_MS)
  const more = await beginBattles(node, usual * (TIMES - 1), RISES_MS)
  const roseAtMs = Date.now()
  await sleep(WATCHED_SECONDS * 1_000)
  const { figures, late } = await more.finish()
  const from = Math.floor(roseAtMs / 1_000)
  const range = { from, to: from + WATCHED_SECONDS, step: STEP_SECONDS }
  const engines = await queryRange(node, { query: ENGINES, ...range })
  const commits = await queryRange(node, { query: COMMITS, ...range })
  const windows = windowsOf(late, roseAtMs).filter(({ endsAfter }) => endsAfter <= WATCHED_SECONDS)
  const alerts = await firedAlerts(node, Math.ceil((USUAL_MS / 1_000 + WATCHED_SECONDS) / 60))
  const seconds = recoveredAfter(windows)
  const grown = (engines.at(-1)?.value ?? 0) > (engines[0]?.value ?? 0)
  return {
    notes: [
      ...loadTable({ from, windows, engines, commits }),
      `Phases in time for good after ${seconds} s. Alerts that fired: ${alerts.join(', ') || 'none'}`,
    ],
    faults: [
      ...lossesOf({ step: 'the added battles', figures }),
      ...(grown ? [] : ['no engine was added']),
      ...(seconds <= RECOVERED_WITHIN_SECONDS ? [] : [`phases are in time again only after ${seconds} s`]),
    ],
  }
}

/** Returns the lines of a Markdown table: what scaled, and what players saw. */
export function loadTable(measured: {
  readonly from: number
  readonly windows: readonly Window[]
  readonly engines: readonly Sample[]
  readonly commits: readonly Sample[]
}): readonly string[] {
  const at = (samples: readonly Sample[], seconds: number): string => {
    const value = samples.find((sample) => sample.at === measured.from + seconds)?.value
    return value === undefined ? '-' : String(Math.round(value))
  }
  return [
    '| seconds | engines ready | commits a second | phases | p99 late, ms |',
    '|---:|---:|---:|---:|---:|',
    ...measured.windows.map(({ endsAfter, phases, p99Ms }) => {
      const cells = [endsAfter, at(measured.engines, endsAfter), at(measured.commits, endsAfter), phases]
      return `| ${cells.join(' | ')} | ${Math.round(p99Ms)} |`
    }),
  ]
}
