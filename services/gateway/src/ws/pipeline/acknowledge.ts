import { type KlaError, noteOnSpan } from '@kla/chassis'
import type { Connection } from '../connection/connection.js'
import type { RealtimeMetrics } from '../metrics.js'
import type { Outcome } from './command-memory.js'
import type { AnyRow } from './event-row.js'

/** A received frame, as its answer needs it. */
export interface Asked {
  readonly event: string
  readonly ack: number | undefined
  /** Time of receipt by `performance.now()`. */
  readonly receivedAt: number
  /** Event name from a closed set, for metrics. */
  readonly label: string
  readonly refusal: AnyRow['refusal'] | undefined
}

export const refused = ({ message, reason }: KlaError): Outcome => ({ success: false, error: message, code: reason })

/** Answers a frame and counts the result; without `ack` only refusals are sent. */
export function acknowledge(
  metrics: Pick<RealtimeMetrics, 'settled'>,
  connection: Connection,
  { event, ack, label, refusal, receivedAt }: Asked,
  outcome: Outcome,
): void {
  if (ack !== undefined) connection.answer({ ack, data: outcome })
  const result = outcome.success ? 'ok' : outcome.code
  metrics.settled(label, result, (performance.now() - receivedAt) / 1000)
  noteOnSpan('kla.result', result)
  if (outcome.success) return
  const { error, code } = outcome
  if (ack === undefined) connection.event('error', { event, error, code })
  if (refusal === 'join-error') connection.event('join-error', { message: error, code })
}
