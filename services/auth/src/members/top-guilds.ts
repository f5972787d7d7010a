import type { Guild } from '@kla/proto'
import type { GuildStore } from '../store/guild-store.js'

/** As the contract has it. */
const GUILDS_MAX = 50
/** Counting two million memberships takes a fifth of a second, and the order hardly changes. */
const COUNTED_FOR_MS = 60_000

/** The guilds that most accounts are in, as they were at most {@link COUNTED_FOR_MS} ago. */
export type TopGuilds = () => Promise<readonly Guild[]>

/** Counts when somebody asks, once for all who ask meanwhile. `now`: Unix milliseconds. */
export function createTopGuilds(guilds: Pick<GuildStore, 'countTop'>, now: () => number): TopGuilds {
  let counted: { readonly guilds: Promise<readonly Guild[]>; readonly until: number } | undefined
  return () => {
    if (counted && now() < counted.until) return counted.guilds
    const counting = { guilds: guilds.countTop(GUILDS_MAX), until: now() + COUNTED_FOR_MS }
    counted = counting
    counting.guilds.catch(() => {
      if (counted === counting) counted = undefined
    })
    return counting.guilds
  }
}
