import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Platform, type ServiceName, startPlatform } from '@kla/local'
import { playBattles } from '../battles.js'
import { isClean, reportLines } from '../report.js'
import { makeChanges } from '../rollouts/changes.js'
import { clusterOperator, localOperator, type Operator } from '../rollouts/operator.js'
import { createTimeline, drawTimeline } from '../rollouts/timeline.js'
import { type BotsOptions, readBotsOptions } from './bots-options.js'

const DEFAULT_URL = 'http://localhost:8080'
// Small machines need longer phases: two end with all of these per battle.
const PHASE_PER_BATTLE_MS = 10
const PHASE_LEAST_MS = 3_000
// Half is for moving a few dozen clients a second.
const DRAIN_PER_CLIENT_MS = 60
const DRAIN_LEAST_MS = 10_000
const STOPS_AFTER_DRAIN_MS = 15_000

function shortPhases({ concurrency, phaseMs }: BotsOptions): NodeJS.ProcessEnv {
  const ms = String(phaseMs ?? Math.max(PHASE_LEAST_MS, concurrency * PHASE_PER_BATTLE_MS))
  const drainMs = Math.max(DRAIN_LEAST_MS, concurrency * 2 * DRAIN_PER_CLIENT_MS)
  return {
    BATTLE_PROMPT_MS: ms,
    BATTLE_SHOW_MS: ms,
    BATTLE_VOTE_MS: ms,
    BATTLE_RESULT_MS: ms,
    DRAIN_MS: String(drainMs),
    STOP_WITHIN_MS: String(drainMs + STOPS_AFTER_DRAIN_MS),
    LOG_LEVEL: 'warn',
  }
}

/** Exits with 1 on any fault; prints what was measured until `signal` aborts. */
export async function main(args: readonly string[], signal?: AbortSignal): Promise<void> {
  const options = readBotsOptions(args)
  const { battles, concurrency, rounds, changes } = options
  const ending = endOfRun(signal)
  let own: Platform | undefined
  const timeline = createTimeline()
  try {
    if (options.url === undefined && (changes.length > 0 || !(await answers(DEFAULT_URL)))) {
      console.log('Starting a platform for this run')
      own = await startPlatform({
        environment: shortPhases(options),
        route: changes.length > 0,
        processes: options.processes,
        say: console.log,
      })
    }
    const operator = own ? localOperator(own) : clusterOperator(options.cluster)
    if (!own && changes.length > 0) await scaleAtFirst(operator, options.processes)
    const report = await playBattles({
      battles,
      concurrency,
      rounds,
      say: console.log,
      onLate: timeline.late,
      signal: ending,
      url: options.url ?? own?.url ?? DEFAULT_URL,
      spreadMs: options.phaseMs,
      ...(changes.length > 0
        ? { meanwhile: () => makeChanges({ operator, changes, pauseMs: options.pauseMs, timeline, say: console.log }) }
        : {}),
    })
    console.log(`\n${reportLines(report).join('\n')}`)
    process.exitCode = isClean(report) ? 0 : 1
    const data = timeline.data(
      `${report.atOnceMax} battles at once on ${availableParallelism()} cores: how late phases began`,
    )
    for (const file of options.timelines) {
      await writeFile(
        file,
        file.endsWith('.svg') ? drawTimeline(data) : `${JSON.stringify({ ...data, report }, null, 2)}\n`,
      )
    }
  } finally {
    await own?.close()
  }
  process.exit()
}

function endOfRun(signal: AbortSignal | undefined): AbortSignal {
  const ending = new AbortController()
  const stop = (): void => ending.abort(new Error('the run was stopped'))
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  for (const fault of ['uncaughtException', 'unhandledRejection']) {
    process.on(fault, (error: unknown) => ending.abort(error))
  }
  return ending.signal
}

async function scaleAtFirst(operator: Operator, processes: BotsOptions['processes']): Promise<void> {
  for (const [service, count] of Object.entries(processes) as [ServiceName, number][])
    await operator.scale(service, count)
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
