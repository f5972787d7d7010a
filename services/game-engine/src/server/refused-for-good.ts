import { KlaError } from '@kla/chassis'
import type { ErrorCode } from '@kla/proto/web'
import type { Refusal } from '../domain/index.js'

const MAY_PASS: ReadonlySet<ErrorCode> = new Set([
  'unavailable',
  'internal',
  'aborted',
  'resource_exhausted',
  'unauthenticated',
])

/** What another service has refused, as an answer that stands; throws what may go better on a repeat. */
export function refusedForGood(error: unknown): Refusal {
  const { code, reason } = KlaError.from(error)
  if (MAY_PASS.has(code)) throw error
  return { refused: reason }
}
