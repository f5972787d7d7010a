import type { AgeChanged, RestrictionsChanged } from '@kla/proto'
import type { AuthClient } from '../shared/clients.js'
import type { Connection } from './connection.js'
import type { Hub } from './rooms/hub.js'
import type { Member } from './rooms/member.js'
import type { Matching } from './matchmaking/matching.js'
import type { Sessions } from './sessions.js'
import type { Standings } from './restrictions.js'

export interface BansParts {
  readonly auth: Pick<AuthClient, 'listRestrictions'>
  readonly standings: Standings
  readonly sessions: Sessions
  /** All that there are here. */
  readonly connections: ReadonlySet<Connection>
  readonly hub: Hub
  readonly matching: Pick<Matching, 'dismiss'>
  /** Rooms is to hear that a connection watches no more. */
  readonly stoppedWatching: (member: Member) => void
}

export interface Bans {
  /** A fact of auth. Older news than what is known changes nothing. */
  heard(change: RestrictionsChanged): void
  /** An event of auth: an age verdict was locked or opened. */
  ageChanged(change: AgeChanged): void
  /** An account's standing has changed: its connections lose what is closed to them now. */
  enforce(accountId: number): void
  /** Asks auth for everybody connected here, which makes up for facts that never came. */
  check(): Promise<void>
}

/** The limit of auth.ListRestrictions. */
const CHECK_BATCH = 5_000

export function createBans(parts: BansParts): Bans {
  const { auth, standings, sessions, connections } = parts
  const checkBatch = async (accountIds: readonly number[]): Promise<void> => {
    const { accounts, ages } = await auth.listRestrictions({ accountIds: [...accountIds] })
    for (const { accountId, ...age } of ages) standings.learnAge(accountId, age)
    for (const { accountId, ...standing } of accounts) standings.learn(accountId, standing)
    // Who is not listed has none. Its identity says so with a version, which tells this from a ban set meanwhile.
    const listed = new Set(accounts.map(({ accountId }) => accountId))
    const freed = accountIds.filter((accountId) => !listed.has(accountId) && standings.isRestricted(accountId))
    await Promise.all(freed.map((accountId) => sessions.renew('all', accountId)))
  }

  return {
    ageChanged: ({ accountId, revision, locked }) => standings.learnAge(accountId, { revision, locked }),
    heard: ({ accountId, version, restrictions }) => standings.learn(accountId, { version, restrictions }),
    enforce(accountId) {
      for (const connection of connections) {
        if (connection.session?.account.id === accountId) enforceOn(connection, parts)
      }
      void sessions.renew('outdated', accountId)
    },
    async check() {
      const accountIds = [...sessions.accounts()]
      for (let start = 0; start < accountIds.length; start += CHECK_BATCH) {
        await checkBatch(accountIds.slice(start, start + CHECK_BATCH))
      }
    },
  }
}

function enforceOn(connection: Connection, { standings, hub, matching, stoppedWatching }: BansParts): void {
  const { session, member } = connection
  if (!session) return
  const global = standings.banAgainst(session.account.id, 'global')
  if (global) return connection.turnAway(global)
  const closed = standings.whyRoomsAreClosed(session.account.id)
  if (closed === undefined) return
  matching.dismiss(session.account.id)
  if (!member) return
  hub.roomOf(member)?.dismiss(member, closed)
  // A seat rooms takes itself.
  if (member.watching) stoppedWatching(member)
}
