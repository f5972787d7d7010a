import { counter, type Logger, type Metrics } from '@kla/chassis'
import { DESK_RULES } from '@kla/proto/web'
import type { MeetingCounts } from '../shared/clients.js'
import { isNewAccount, signalsOf } from './rules/signals.js'
import type { JobSide, SignalStore } from './signal-store.js'

/** The account that a stored report is about. */
export interface ReportedAccount extends JobSide {
  readonly createdAtMs: number
}

/** Rules that may put jobs first within their category. */
export interface Signals {
  readonly store: SignalStore
  /** Weighs the account's job in the background. A failure is no signal. */
  reported(account: ReportedAccount, requestId: string): void
  /** Resolves once nothing is being weighed. */
  settled(): Promise<void>
}

export interface SignalsDeps {
  readonly store: SignalStore
  readonly met: MeetingCounts
  readonly metrics: Metrics
  readonly log: Logger
  readonly now: () => number
}

/** More would only wait for the database. */
const AT_ONCE = 8

export function createSignals({ store, met, metrics, log, now }: SignalsDeps): Signals {
  const raised = counter(
    metrics,
    'kla_moderation_signals_total',
    'Jobs that a rule raised (acting) or would have raised (shadow).',
    ['rule', 'mode'],
  )
  for (const rule of DESK_RULES) for (const mode of ['shadow', 'acting']) raised.inc({ rule, mode }, 0)
  const running = new Set<Promise<void>>()

  async function weigh({ createdAtMs, ...side }: ReportedAccount, requestId: string): Promise<void> {
    const nowMs = now()
    const [reports, metByNew] = await Promise.all([
      store.metReports(side, nowMs),
      isNewAccount(createdAtMs, nowMs) ? met.count(side.subjectId, requestId) : undefined,
    ])
    const signals = signalsOf({ reports, metByNew })
    if (signals.length === 0) return
    for (const { rule, mode } of await store.raise(side, signals, nowMs)) raised.inc({ rule, mode })
  }

  return {
    store,
    reported(account, requestId) {
      if (running.size >= AT_ONCE) return log.warn({ requestId }, 'report is not weighed')
      const weighing = weigh(account, requestId)
        .catch((err: unknown) => log.warn({ err, requestId }, 'report is not weighed'))
        .finally(() => running.delete(weighing))
      running.add(weighing)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}
