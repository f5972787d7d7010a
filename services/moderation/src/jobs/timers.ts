import { counterOf, type Logger, type Metrics } from '@kla/chassis'
import type { CallChannel } from './calls.js'
import type { Breach, ClockStore } from './clock-store.js'
import { callOf, queueOf, type UncoveredJob } from './rules/calls.js'

export const createDeskMetrics = (metrics: Metrics) => ({
  breaches: counterOf(
    metrics,
    'kla_moderation_breaches_total',
    'Jobs and appeals whose time has passed, by queue; each once.',
    'queue',
    ['child-safety', 'reports', 'appeals'],
  ),
  calls: counterOf(
    metrics,
    'kla_moderation_calls_total',
    'Calls of the on-call list about a job: accepted by a channel, or failed (it is repeated).',
    'outcome',
    ['accepted', 'failed'],
  ),
})

interface TimerDeps {
  readonly clocks: ClockStore
  readonly metrics: ReturnType<typeof createDeskMetrics>
  readonly log: Logger
  readonly now: () => number
}

/** Raises one alarm for each job and appeal whose time has passed. */
export function createRaiseBreaches({
  clocks,
  metrics,
  log,
  now,
  notify,
}: TimerDeps & { readonly notify: () => void }) {
  function alarm(breach: Breach): void {
    const queue = breach.kind === 'job' ? queueOf(breach) : 'appeals'
    metrics.breaches.inc({ queue })
    if (breach.kind === 'appeal') log.warn({ appeal: breach.id, queue }, 'appeal is overdue')
    else log.warn({ job: breach.id, queue, ...(!breach.grave && { category: breach.category }) }, 'job is overdue')
  }
  return async (): Promise<void> => {
    for (let more = true; more;) {
      const marked = await clocks.raise(now(), alarm)
      if (marked.raised > 0) notify()
      more = marked.more
    }
  }
}

/** Longer than any channel takes. Another pod repeats a failed call after it. */
export const CALL_AGAIN_MS = 60_000

/** Calls the on-call list about urgent jobs that no one on duty can take, until a channel has accepted. */
export function createCallOnCall({
  clocks,
  channels,
  metrics,
  log,
  now,
}: TimerDeps & { readonly channels: readonly CallChannel[] }) {
  async function call(job: UncoveredJob): Promise<void> {
    const answers = await Promise.all(
      channels.map(async (channel) => ({ name: channel.name, accepted: await channel.call(callOf(job)) })),
    )
    const reached = answers.filter(({ accepted }) => accepted).map(({ name }) => name)
    const failed = answers.filter(({ accepted }) => !accepted).map(({ name }) => name)
    if (reached.length > 0) await clocks.called(job.id, now())
    metrics.calls.inc({ outcome: reached.length > 0 ? 'accepted' : 'failed' })
    const fields = { job: job.id, queue: queueOf(job), reached, failed }
    if (reached.length > 0) log.info(fields, 'on-call list called')
    else log.warn(fields, 'on-call list not reached')
  }

  return async (): Promise<void> => {
    const jobs = await clocks.takeUncovered(now(), now() + CALL_AGAIN_MS)
    await Promise.all(jobs.map(call))
  }
}
