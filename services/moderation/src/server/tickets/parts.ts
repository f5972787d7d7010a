import type { Accounts } from '../../clients/accounts.js'
import type { AuditRecorder } from '../../store/audit-recorder.js'
import type { TicketListStore } from '../../store/ticket-list-store.js'
import type { TicketStore } from '../../store/ticket-store.js'

/** What the RPCs about tickets work with. */
export interface TicketParts {
  readonly tickets: TicketStore
  readonly ticketLists: Pick<TicketListStore, 'list' | 'own'>
  readonly accounts: Pick<Accounts, 'known'>
  readonly audit: AuditRecorder
  /** Unix milliseconds. */
  readonly now: () => number
}
