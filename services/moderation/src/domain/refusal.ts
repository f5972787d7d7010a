import type { Reason } from '@kla/proto/web'

/** Why something is not done. Nothing has changed then. */
export interface Refused {
  readonly refused: Reason
}

export const isRefused = (decision: object | string | number): decision is Refused =>
  typeof decision === 'object' && 'refused' in decision
