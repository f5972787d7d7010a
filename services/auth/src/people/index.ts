import {
  auditEvent,
  type AuditRecorder,
  createRecordPersonView,
  type Database,
  type Handlers,
  invalidField,
  KlaError,
} from '@kla/chassis'
import type { AuthServiceService, Member } from '@kla/proto'
import { SEARCH_MAX, visibleLine } from '@kla/proto/web'
import { acceptsAge, type AgeRules } from '../age/index.js'
import type { Members } from '../members/index.js'
import type { Sessions } from '../sessions/index.js'
import { createPersonStore } from './store.js'

export interface PeopleDeps {
  readonly database: Database
  readonly members: Pick<Members, 'find'>
  readonly sessionsOf: Sessions['listOf']
  readonly age: AgeRules
  readonly audit: AuditRecorder
  readonly onStored: () => void
  readonly now: () => number
}

/** RPC handlers of the person's page. */
export interface People {
  readonly handlers: Pick<
    Handlers<typeof AuthServiceService>,
    'getPerson' | 'listAccountSessions' | 'revealEmail' | 'findPeople'
  >
}

const FOUND_MAX = 10
const SEARCH_MIN = 2

export function createPeople({ database, members, sessionsOf, age, audit, onStored, now }: PeopleDeps): People {
  const people = createPersonStore(database)
  const recordView = createRecordPersonView(database, 'auth', now)
  return {
    handlers: {
      async getPerson(request, call) {
        const administrator = await call.administrator('members.read')
        const accountId = checkedId(request.accountId)
        const [[member], facts] = await Promise.all([members.find([accountId]), people.facts(accountId)])
        if (!member && !(await people.everExisted(accountId))) throw new KlaError('NO_SUCH_ACCOUNT')
        await recordView(administrator, accountId, call)
        if (!member || !facts) return { accountId, lastLoginAtMs: 0, age: undefined }
        const { jurisdiction = age.jurisdiction, lastLoginAtMs, verdicts } = facts
        const { ageLockedAtMs: lockedAtMs } = member
        const confirmed = lockedAtMs === 0 && acceptsAge(age.policy, jurisdiction, verdicts)
        return {
          accountId,
          member: withoutEmail(member),
          lastLoginAtMs,
          age: { confirmed, lockedAtMs, verdicts: [...verdicts] },
        }
      },

      async listAccountSessions(request, call) {
        const administrator = await call.administrator('members.read')
        const accountId = checkedId(request.accountId)
        const [sessions] = await Promise.all([sessionsOf(accountId), recordView(administrator, accountId, call)])
        return {
          sessions: sessions.map(({ device, openedAtMs, seenAtMs }) => ({ device, openedAtMs, seenAtMs })),
        }
      },

      async revealEmail(request, call) {
        const administrator = await call.administrator('members.read')
        const accountId = checkedId(request.accountId)
        const audited = auditEvent('auth', {
          atMs: now(),
          administrator,
          action: 'people.email',
          subject: { kind: 'account', id: accountId },
          requestId: call.requestId,
        })
        const email = await people.revealEmail(accountId, audited)
        if (email === undefined) throw new KlaError('NO_SUCH_ACCOUNT')
        onStored()
        return { email }
      },

      async findPeople({ q }, call) {
        const administrator = await call.administrator('members.read')
        const text = visibleLine(q)
        if (text.length < SEARCH_MIN || text.length > SEARCH_MAX) throw invalidField('q')
        const ids = await people.find(text, FOUND_MAX)
        const found = new Map((await members.find(ids)).map((member) => [member.id, withoutEmail(member)]))
        await audit.record(administrator, call, { action: 'people.search', details: { account_ids: ids } })
        return { people: ids.flatMap((id) => found.get(id) ?? []) }
      },
    },
  }
}

const withoutEmail = (member: Member): Member => ({ ...member, email: '' })

function checkedId(id: number): number {
  if (!Number.isSafeInteger(id) || id < 1) throw new KlaError('INVALID_FIELD')
  return id
}
