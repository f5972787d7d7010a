import { type AuditRecorder, type Handlers, KlaError } from '@kla/chassis'
import type { AuthServiceService } from '@kla/proto'
import { isUuid } from '@kla/proto/web'
import type { AuditEntry } from './audit.js'
import { ownAccount, type OwnSessionDeps } from './own-account.js'
import type { AdministratorSessionStore } from './session-store.js'

export interface AdministratorSessionsDeps extends OwnSessionDeps {
  readonly sessions: Pick<AdministratorSessionStore, 'isOpen' | 'list' | 'find' | 'end'>
  readonly auditEntry: AuditEntry
  readonly audit: AuditRecorder
  readonly onStored: () => void
}

const MANAGE = 'administrators.manage'

export const administratorSessionHandlers = (
  deps: AdministratorSessionsDeps,
): Pick<Handlers<typeof AuthServiceService>, 'listAdministratorSessions' | 'endOneAdministratorSession'> => {
  const { sessions, auditEntry, audit, onStored, now } = deps
  return {
    async listAdministratorSessions({ everyone }, call) {
      if (everyone) {
        const actor = await call.administrator(MANAGE)
        await audit.record(actor, call, { action: 'administrators.sessions' })
      }
      const { administrator, sessionKey } = await ownAccount(call, deps)
      const found = await sessions.list(everyone ? undefined : administrator.id, now())
      return {
        sessions: found.map(({ sessionKey: key, ...session }) => ({ ...session, current: key === sessionKey })),
      }
    },

    async endOneAdministratorSession({ id }, call) {
      const { administrator } = await ownAccount(call, deps)
      const found = isUuid(id) ? await sessions.find(id, now()) : undefined
      if (!found) return {}
      const isOwn = found.administratorId === administrator.id
      const { permissions } = await call.administrator()
      if (!isOwn && !permissions.includes(MANAGE)) throw new KlaError('NOT_ALLOWED')
      const { administratorId, method, browser } = found
      const entry = auditEntry(administrator, administratorId, call, 'session-end', { session: id, method, browser })
      await sessions.end(id, isOwn ? undefined : entry)
      onStored()
      return {}
    },
  }
}
