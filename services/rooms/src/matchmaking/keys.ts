import { poolName, type Pool } from './rules/ticket.js'

/** All share one hash slot: a script may touch any of them. */
export interface MatchKeys {
  /** Hash: `stamp`, `record`. */
  ticket(accountId: number): string
  /** Sorted set of account ids by waiting since. */
  pool(pool: Pool): string
  /** Held by the pod that pairs the pool. */
  lease(pool: Pool): string
  /** Sorted set of recent partners, by until when. */
  recent(accountId: number): string
  /** Sorted set of match ids, by until when the lapse counts. */
  lapses(accountId: number): string
  /** Exists until the next search is allowed. */
  wait(accountId: number): string
  /** Sorted set of account ids, by until when kept. */
  kept: string
  /** Sorted set of `<match id>:<account id>:<account id>`, by due time. */
  due: string
  /** Hash: average wait by pool name, milliseconds. */
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
