import type { Administrator, Call, Database, Handlers, Logger } from '@kla/chassis'
import type { ModerationServiceService } from '@kla/proto'
import type { Clients } from '../clients/clients.js'

export type ModerationHandlers = Handlers<ModerationServiceService>

/** What all groups of RPCs work with. */
export interface Common {
  readonly database: Database
  readonly clients: Clients
  readonly log: Logger
  /** Unix milliseconds. */
  readonly now: () => number
}

/** The parts of an audit entry that every call brings. */
export const audited = (administrator: Administrator, call: Call, now: () => number) => ({
  atMs: now(),
  actorId: administrator.id,
  actor: administrator.name,
  requestId: call.requestId,
  factId: '',
})
