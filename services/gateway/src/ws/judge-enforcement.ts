import { KlaError, newId } from '@kla/chassis'
import type { Permission } from '@kla/proto/web'
import type { AuthClient } from '../shared/clients.js'
import type { Warn } from './rare-warnings.js'
import type { Hub } from './rooms/hub.js'
import type { JudgeSession, Member } from './rooms/member.js'
import { endOfWatching } from './rooms/watchers.js'

export interface JudgeEnforcementDeps {
  readonly auth: Pick<AuthClient, 'resolveAdministrator'>
  readonly hub: Pick<Hub, 'roomOf'>
  readonly stoppedWatching: (member: Member) => void
  readonly warn: Warn
}

/** Ends a judge's watching with the administrator's session or permission. */
export interface JudgeEnforcement {
  /** Notes who watches as a judge, so that the end of any session need not look at every connection. */
  began(member: Member): void
  /** Stops those who watch by this session. A loss of permissions ends the session too. */
  ended(sessionKey: string): void
  /** Asks auth about every judge: events may be lost, and sessions expire without one. */
  check(): Promise<void>
}

const JUDGE: Permission = 'cups.judge'

export function createJudgeEnforcement(deps: JudgeEnforcementDeps): JudgeEnforcement {
  const { auth, hub, stoppedWatching, warn } = deps
  const watching = new Map<Member, JudgeSession>()

  const judges = (): (readonly [Member, JudgeSession])[] => {
    for (const member of watching.keys()) if (member.connection.member !== member) watching.delete(member)
    return [...watching]
  }

  const ended = (sessionKey: string): void => {
    for (const [member, judge] of judges()) {
      if (judge.sessionKey !== sessionKey) continue
      hub.roomOf(member)?.dismiss(member, endOfWatching())
      stoppedWatching(member)
    }
  }

  async function mayJudge({ bearer }: JudgeSession): Promise<boolean> {
    try {
      const { permissions } = await auth.resolveAdministrator({ token: bearer, passive: true }, { requestId: newId() })
      return permissions.includes(JUDGE)
    } catch (error) {
      const { reason } = KlaError.from(error)
      // An outage of auth must not end all watching at once.
      if (reason !== 'NOT_SIGNED_IN') warn({ reason }, 'the session of a judge could not be checked')
      return reason !== 'NOT_SIGNED_IN'
    }
  }

  return {
    began(member) {
      if (member.judge) watching.set(member, member.judge)
    },
    ended,
    async check() {
      const sessions = new Map(judges().map(([, judge]) => [judge.sessionKey, judge]))
      await Promise.all([...sessions.values()].map(async (judge) => (await mayJudge(judge)) || ended(judge.sessionKey)))
    },
  }
}
