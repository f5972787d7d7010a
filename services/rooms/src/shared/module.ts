import type { Implementation } from '@kla/chassis'

/** Part of the service with its own start and stop. */
export interface Module {
  readonly implementation: Implementation
  start?(): Promise<void>
  stop?(): Promise<void>
}
