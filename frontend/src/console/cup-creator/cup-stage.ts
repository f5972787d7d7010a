import type { CupStateName } from '@kla/proto/web'

/** Whether people can still be added and removed, and the cup be changed: its bracket is not drawn yet. */
export const isOpen = (state: CupStateName): boolean => state === 'sign-up' || state === 'check-in'

/** Whether it can still be cancelled. */
export const isUnfinished = (state: CupStateName): boolean => isOpen(state) || state === 'running'
