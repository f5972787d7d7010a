import { poolName, type Pool } from './rules/ticket.js'

/** The names of matchmaking's keys. One script may touch any of them, so they share one hash slot. */
export interface MatchKeys {
  /** Hash: `stamp`, `record`: the search of an account. One that is over stays for a while. */
  ticket(accountId: number): string
  /** Sorted set of account ids that are searching, by the time since when. */
  pool(pool: Pool): string
  /** Held by the pod that pairs a pool. */
  lease(pool: Pool): string
  /** Sorted set of account ids with whom somebody was matched, by the time until which they do not meet again. */
  recent(accountId: number): string
  /** Sorted set of matches that somebody has let go, by the time until which they count. */
  lapses(accountId: number): string
  /** There as long as somebody has to wait before its next search. */
  wait(accountId: number): string
  /** Sorted set of account ids whose search is on, by the time until which it is kept. */
  kept: string
  /** Sorted set of matches, `<match id>:<account id>:<account id>`, by the time when somebody has to look at them. */
  due: string
  /** Hash: how long a search takes lately, milliseconds, by the name of the pool. */
  waits: string
  /** What `ticket` and `recent` begin with, for scripts that find account ids on their way. */
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
