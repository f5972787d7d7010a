import type { Account } from '@kla/proto'

/** Name that others see. */
export const shownNameOf = ({ shownName, username }: Account): string => shownName ?? username
