import type { Account } from '@kla/proto'

export const shownNameOf = ({ shownName, username }: Account): string => shownName ?? username
