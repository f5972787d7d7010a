import { noteOnSpan } from '@kla/chassis'
import { type ClientEventName, type Reason, REASONS } from '@kla/proto/web'
import type { Outcome } from './pipeline/command-memory.js'
import type { Connection } from './connection/connection.js'
import type { EventRow } from './pipeline/event-row.js'
import type { RealtimeMetrics } from './metrics.js'

export interface SettleDeps {
  readonly metrics: Pick<RealtimeMetrics, 'settled'>
}

export interface Asked {
  readonly event: string
  readonly ack: number | undefined
  /** Time of receipt by `performance.now()`. */
  readonly receivedAt: number
  /** Event name from a closed set. */
  readonly label: string
  readonly refusal: EventRow<ClientEventName>['refusal'] | undefined
}

export const refused = (reason: Reason): Outcome => ({ success: false, error: REASONS[reason].text, code: reason })

/** Answers a frame and counts it. Without `ack` only a refusal is sent. */
export function settle({ metrics }: SettleDeps, connection: Connection, asked: Asked, outcome: Outcome): void {
  const { event, ack, label, refusal } = asked
  if (ack !== undefined) connection.answer({ ack, data: outcome })
  const result = outcome.success ? 'ok' : outcome.code
  metrics.settled(label, result, (performance.now() - asked.receivedAt) / 1000)
  noteOnSpan('kla.result', result)
  if (outcome.success) return
  const { error, code } = outcome
  if (ack === undefined) connection.event('error', { event, error, code })
  if (refusal === 'join-error') connection.event('join-error', { message: error, code })
}
