import type { Reason } from '@kla/proto/web'

/** Why something is not done. Nothing has changed then. */
export interface Refused {
  readonly refused: Reason
  /** For a person, where it says more than the reason does. */
  readonly text?: string
}
