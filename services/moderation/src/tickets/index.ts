import type { Database, Redis } from '@kla/chassis'
import type { AuditRecorder } from '../audit/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Accounts } from '../shared/clients.js'
import { createCannedStore } from './canned-store.js'
import { createTicketListStore } from './list-store.js'
import { createLookers } from './lookers.js'
import { ticketHandlers } from './rpc.js'
import { createTicketStore } from './store.js'

export type { TicketListStore } from './list-store.js'

/** What `createTickets` needs: stores, mails and lookups. */
export interface TicketsDeps {
  readonly database: Database
  readonly redis: Redis
  readonly redisPrefix: string
  readonly mails: MailOutbox
  readonly accounts: Pick<Accounts, 'known'>
  readonly audit: AuditRecorder
  readonly now: () => number
}

export function createTickets({ database, redis, redisPrefix, mails, ...deps }: TicketsDeps) {
  const lists = createTicketListStore(database)
  const stores = {
    tickets: createTicketStore(database, mails),
    canned: createCannedStore(database),
    lookers: createLookers(redis, redisPrefix),
  }
  return { handlers: ticketHandlers({ ...deps, ...stores, lists }), lists }
}
