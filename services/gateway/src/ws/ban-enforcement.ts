import type { AgeChanged, RestrictionsChanged } from '@kla/proto'
import type { AuthClient } from '../shared/clients.js'
import type { AccountRestrictions, AgeLock, Restrictions } from './accounts/restrictions.js'
import type { Sessions } from './accounts/sessions.js'
import type { Connection } from './connection/connection.js'
import type { Matching } from './matchmaking/matching.js'
import type { Hub } from './rooms/hub.js'
import type { Member } from './rooms/member.js'

/** What ends when an account is restricted. */
export interface BanEnforcementDeps {
  readonly auth: Pick<AuthClient, 'listRestrictions'>
  readonly restrictions: Restrictions
  readonly sessions: Pick<Sessions<Connection>, 'accounts' | 'connectionsOf' | 'renew'>
  readonly hub: Pick<Hub, 'roomOf'>
  readonly matching: Pick<Matching, 'dismiss'>
  readonly stoppedWatching: (member: Member) => void
}

/** Ends what accounts may no longer do. */
export interface BanEnforcement {
  /** Applies an event of auth unless it is outdated. */
  restrictionsChanged(change: RestrictionsChanged): void
  ageChanged(change: AgeChanged): void
  enforce(accountId: number): void
  /** Polls auth, since events may be lost. */
  check(): Promise<void>
}

interface OfAccount {
  readonly accountId: number
}

/** The limit of auth.ListRestrictions. */
const CHECK_BATCH = 5_000

export function createBanEnforcement(deps: BanEnforcementDeps): BanEnforcement {
  const { auth, restrictions, sessions } = deps

  const enforce = (accountId: number): void => {
    for (const connection of sessions.connectionsOf(accountId)) enforceOn(connection, deps)
    void sessions.renew('outdated', accountId)
  }
  const restrictionsChanged = (change: AccountRestrictions & OfAccount): void => {
    if (restrictions.apply(change.accountId, change)) enforce(change.accountId)
  }
  const ageChanged = (change: AgeLock & OfAccount): void => {
    if (restrictions.applyAge(change.accountId, change)) enforce(change.accountId)
  }
  const checkBatch = async (accountIds: readonly number[]): Promise<void> => {
    const { accounts, ages } = await auth.listRestrictions({ accountIds: [...accountIds] })
    ages.forEach(ageChanged)
    accounts.forEach(restrictionsChanged)
    // Unlisted accounts have no restrictions; the version orders this against a new ban.
    const listed = new Set(accounts.map(({ accountId }) => accountId))
    const freed = accountIds.filter((accountId) => !listed.has(accountId) && restrictions.isRestricted(accountId))
    await Promise.all(freed.map((accountId) => sessions.renew('all', accountId)))
  }

  return {
    restrictionsChanged,
    ageChanged,
    enforce,
    async check() {
      const accountIds = [...sessions.accounts()]
      for (let start = 0; start < accountIds.length; start += CHECK_BATCH) {
        await checkBatch(accountIds.slice(start, start + CHECK_BATCH))
      }
    },
  }
}

function enforceOn(connection: Connection, { restrictions, hub, matching, stoppedWatching }: BanEnforcementDeps): void {
  const { session, member } = connection
  if (!session) return
  const global = restrictions.banAgainst(session.account.id, 'global')
  if (global) return connection.closeForBan(global)
  const closed = restrictions.roomsClosedReason(session.account.id)
  if (closed === undefined) return
  matching.dismiss(session.account.id)
  if (!member) return
  hub.roomOf(member)?.dismiss(member, closed)
  // Rooms vacates seats itself.
  if (member.watching) stoppedWatching(member)
}
