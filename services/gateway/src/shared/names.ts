import type { Account } from '@kla/proto'

/** As others see the account. */
export const shownNameOf = ({ shownName, username }: Account): string => shownName ?? username
