import type { Database } from '@kla/chassis'
import type { AuditRecorder } from '../audit/index.js'
import type { MailOutbox } from '../mails/index.js'
import type { Accounts } from '../shared/clients.js'
import { createTicketListStore } from './list-store.js'
import { ticketHandlers } from './rpc.js'
import { createTicketStore } from './store.js'

export type { TicketListStore } from './list-store.js'

/** What `createTickets` needs: stores, mails and lookups. */
export interface TicketsDeps {
  readonly database: Database
  readonly mails: MailOutbox
  readonly accounts: Pick<Accounts, 'known'>
  readonly audit: AuditRecorder
  readonly now: () => number
}

export function createTickets({ database, mails, ...deps }: TicketsDeps) {
  const lists = createTicketListStore(database)
  return { handlers: ticketHandlers({ ...deps, tickets: createTicketStore(database, mails), lists }), lists }
}
