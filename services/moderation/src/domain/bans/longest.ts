import { isInForce, type Ban } from './ban.js'

/** The ban in force that lasts longest; undefined when none is. */
export const longest = (bans: readonly Ban[], nowMs: number): Ban | undefined =>
  bans
    .filter((ban) => isInForce(ban, nowMs))
    .reduce<Ban | undefined>((found, ban) => (found && endOf(found) >= endOf(ban) ? found : ban), undefined)

const endOf = ({ expiresAtMs }: Ban): number => expiresAtMs ?? Infinity
