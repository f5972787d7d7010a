import type { CallContext, Logger } from '@kla/chassis'
import type { Member } from '@kla/proto'
import type { Clients } from './clients.js'

export interface Accounts {
  /** Rejects when auth does not answer; undefined when there is no such account. */
  find(id: number, context: Pick<CallContext, 'requestId'>): Promise<Member | undefined>
  /**
   * Accounts by their ids. Without auth there are none: a list without names is better than no list. At most 500 ids
   * that differ, which is more than any page has.
   */
  known(ids: readonly number[], context: Pick<CallContext, 'requestId'>): Promise<ReadonlyMap<number, Member>>
}

/** Names are looked up in passing: a page does not wait longer for them, milliseconds. */
const NAMES_WITHIN_MS = 1_000

/** What cannot be done without it waits a little longer. */
const ONE_WITHIN_MS = 3_000

/** What auth knows of accounts. */
export const createAccounts = (auth: Pick<Clients['auth'], 'lookUpAccounts'>, log: Logger): Accounts => ({
  async find(id, { requestId }) {
    const { accounts } = await auth.lookUpAccounts({ ids: [id] }, { requestId, deadlineMs: ONE_WITHIN_MS })
    return accounts.find((account) => account.id === id)
  },
  async known(given, { requestId }) {
    const ids = [...new Set(given)]
    if (ids.length === 0) return new Map()
    try {
      const { accounts } = await auth.lookUpAccounts({ ids }, { requestId, deadlineMs: NAMES_WITHIN_MS })
      return new Map(accounts.map((account) => [account.id, account]))
    } catch (err) {
      log.warn({ err, requestId }, 'names are missing: auth does not answer')
      return new Map()
    }
  },
})
