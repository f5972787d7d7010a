import { counterOf, type Logger, type Metrics } from '@kla/chassis'
import type { CallChannel } from './calls.js'
import type { CareStore } from './care-store.js'
import type { Breach, ClockStore } from './clock-store.js'
import type { DeskStore } from './desk-store.js'
import type { OpeningCalls } from './opening-calls.js'
import { type Call, callOf, openingCallOf, queueOf, type UncoveredJob } from './rules/calls.js'
import { breaksDue } from './rules/care.js'

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
    'Calls of the on-call list about a job or a request to open stills: accepted by a channel, or failed (it is repeated).',
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

/** Notifies consoles when breaks that are due, or people on duty, differ from the round before: some do by time alone. */
export function createNoticeBreaks({
  care,
  desk,
  notify,
  now,
}: {
  readonly care: Pick<CareStore, 'strains'>
  readonly desk: Pick<DeskStore, 'duties'>
  readonly notify: () => void
  readonly now: () => number
}) {
  let known = ''
  return async (): Promise<void> => {
    const nowMs = now()
    const due = breaksDue(await care.strains(nowMs), { grave: true }, nowMs)
    const duties = await desk.duties(nowMs)
    const found = [
      ...due.map(({ administratorId, reason }) => `${administratorId} ${reason}`),
      ...duties.map(({ administratorId, grave }) => `${administratorId} ${grave}`),
    ].join()
    if (found !== known) notify()
    known = found
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
    const { reached, failed } = await callAll(channels, callOf(job))
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

async function callAll(channels: readonly CallChannel[], call: Call) {
  const answers = await Promise.all(
    channels.map(async (channel) => ({ name: channel.name, accepted: await channel.call(call) })),
  )
  return {
    reached: answers.filter(({ accepted }) => accepted).map(({ name }) => name),
    failed: answers.filter(({ accepted }) => !accepted).map(({ name }) => name),
  }
}

/** Calls the on-call list once about each request to open stills for a job with a short clock. */
export function createCallForOpenings({
  openings,
  channels,
  metrics,
  log,
  now,
}: Pick<TimerDeps, 'metrics' | 'log' | 'now'> & {
  readonly openings: OpeningCalls
  readonly channels: readonly CallChannel[]
}) {
  return async (): Promise<void> => {
    const waiting = await openings.take(now(), now() + CALL_AGAIN_MS)
    for (const one of waiting) {
      const { reached, failed } = await callAll(channels, openingCallOf(one))
      if (reached.length > 0) await openings.called(one.opening, now())
      metrics.calls.inc({ outcome: reached.length > 0 ? 'accepted' : 'failed' })
      const fields = { opening: one.opening, queue: queueOf(one), reached, failed }
      if (reached.length > 0) log.info(fields, 'on-call list called for a second person')
      else log.warn(fields, 'on-call list not reached for a second person')
    }
  }
}
