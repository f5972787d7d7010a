import { type CallContext, counterOf, gauge, type Logger, type Metrics, settleWithin } from '@kla/chassis'
import type { Clients } from '../shared/clients.js'
import type { StateStore } from './store.js'

/** Sends reports' states to evidence. */
export interface StateRelay {
  /**
   * Call after the commit. Resolves when evidence has acknowledged, or after {@link PUBLISH_TIMEOUT_MS}; a round then
   * continues. Never rejects.
   */
  publish(reportIds: readonly number[], context: Pick<CallContext, 'requestId'>): Promise<void>
  round(): Promise<void>
}

export interface StateRelayDeps {
  readonly states: StateStore
  readonly evidence: Pick<Clients['evidence'], 'putReportState'>
  readonly metrics: ReturnType<typeof createStateMetrics>
  readonly log: Logger
}

export const createStateMetrics = (metrics: Metrics) => ({
  published: counterOf(
    metrics,
    'kla_moderation_evidence_states_published_total',
    'States of reports published to evidence: acknowledged, or failed (it is repeated).',
    'outcome',
    ['acknowledged', 'failed'],
  ),
  waiting: gauge(
    metrics,
    'kla_moderation_evidence_states_waiting',
    'Reports whose state evidence has not acknowledged. Anything but 0 for longer than minutes is an alarm.',
  ),
})

/** Limits how long a reporter or administrator waits. */
const PUBLISH_TIMEOUT_MS = 500
const SEND_TIMEOUT_MS = 2_000
const BATCH = 100
const AT_ONCE = 8

export function createStateRelay({ states, evidence, metrics, log }: StateRelayDeps): StateRelay {
  async function send(reportId: number, { requestId }: Pick<CallContext, 'requestId'>): Promise<void> {
    const current = await states.current(reportId)
    if (!current) return
    try {
      await evidence.putReportState(current, { requestId, deadlineMs: SEND_TIMEOUT_MS })
    } catch (error) {
      metrics.published.inc({ outcome: 'failed' })
      throw error
    }
    metrics.published.inc({ outcome: 'acknowledged' })
    await states.acknowledge(reportId, current.version)
  }

  async function sendAll(reportIds: readonly number[], context: Pick<CallContext, 'requestId'>): Promise<number> {
    const waiting = [...reportIds]
    let failed = 0
    const sendInTurn = async (): Promise<void> => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        await send(id, context).catch((err: unknown) => {
          failed++
          log.warn({ err, reportId: id, ...context }, 'state of a report could not be published to evidence')
        })
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn))
    return failed
  }

  return {
    async publish(reportIds, { requestId }) {
      if (reportIds.length === 0) return
      const sent = states.unsentOf(reportIds).then((unsent) => sendAll(unsent, { requestId }))
      const settled = sent.catch((err: unknown) => log.warn({ err, requestId }, 'states of reports could not be read'))
      await settleWithin(PUBLISH_TIMEOUT_MS, settled)
    },

    async round() {
      metrics.waiting.set(await states.countUnsent())
      for (let after = 0; ;) {
        const reportIds = await states.unsent(after, BATCH)
        const last = reportIds.at(-1)
        if (last === undefined) return
        // One failing report must not stop the others; if all fail, evidence is unreachable.
        if ((await sendAll(reportIds, {})) === reportIds.length) return
        after = last
      }
    },
  }
}
