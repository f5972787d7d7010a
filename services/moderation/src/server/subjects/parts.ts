import type { Accounts } from '../../clients/accounts.js'
import type { AuditRecorder } from '../../store/audit-recorder.js'
import type { BanListStore } from '../../store/ban-list-store.js'
import type { ReportStore } from '../../store/report-store.js'
import type { TicketListStore } from '../../store/ticket-list-store.js'

/** What is known of accounts is read from here. */
export interface SubjectParts {
  readonly reports: Pick<ReportStore, 'listAbout' | 'listBy'>
  readonly lists: Pick<BanListStore, 'list'>
  readonly ticketLists: Pick<TicketListStore, 'countOf'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  /** Unix milliseconds. */
  readonly now: () => number
}
