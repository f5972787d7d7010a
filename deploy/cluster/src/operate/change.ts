import type { Listed } from './readiness.js'

/** What is to be known of a change that was made. */
export interface Change {
  /** Sees the change, where pods look Ready until their node notices. */
  readonly isSeen?: (all: readonly Listed[]) => boolean
  /** Lines that the command prints before the step's row of the table. */
  readonly notes?: readonly string[]
  /** What is wrong with the cluster after it. */
  readonly faults?: readonly string[]
}
