import type { Courier } from '../../courier/courier.js'
import type { Accounts } from '../../clients/accounts.js'
import type { Retention } from '../../domain/retention.js'
import type { AuditRecorder } from '../../store/audit-recorder.js'
import type { BanListStore } from '../../store/ban-list-store.js'
import type { BanStore } from '../../store/ban-store.js'

/** What the RPCs about bans work with. */
export interface BanParts {
  readonly bans: BanStore
  readonly lists: BanListStore
  readonly courier: Pick<Courier, 'deliver'>
  readonly accounts: Accounts
  readonly audit: AuditRecorder
  readonly retention: Retention
  /** Unix milliseconds. */
  readonly now: () => number
}
