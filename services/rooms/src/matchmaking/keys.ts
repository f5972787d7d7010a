import { poolName } from '../shared/rules/room.js'
import type { Pool } from './rules/ticket.js'

/** Redis keys in one hash slot, as scripts require. */
export interface MatchKeys {
  /** Hash with `stamp` and `record`. */
  ticket(accountId: number): string
  /** Sorted set of account ids by start. */
  pool(pool: Pool): string
  lease(pool: Pool): string
  /** Sorted set of recent partners by expiry. */
  recent(accountId: number): string
  /** Sorted set of ids of matches, or of rooms never entered, by expiry. */
  lapses(accountId: number): string
  wait(accountId: number): string
  /** Sorted set of account ids by expiry. */
  kept: string
  /** Sorted set of `<match id>:<account id>:<account id>`. */
  due: string
  /** Hash of average waits, milliseconds. */
  waits: string
  /** Prefixes of `ticket` and `recent`, for scripts. */
  tickets: string
  recents: string
}

export function createMatchKeys(prefix: string): MatchKeys {
  const key = (name: string): string => `${prefix}{match}:${name}`
  const [tickets, recents] = [key('ticket:'), key('recent:')]
  return {
    tickets,
    recents,
    ticket: (accountId) => `${tickets}${accountId}`,
    recent: (accountId) => `${recents}${accountId}`,
    lapses: (accountId) => key(`lapses:${accountId}`),
    wait: (accountId) => key(`wait:${accountId}`),
    pool: (pool) => key(`pool:${poolName(pool)}`),
    lease: (pool) => key(`lease:${poolName(pool)}`),
    kept: key('kept'),
    due: key('due'),
    waits: key('waits'),
  }
}
