import type { Handlers } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import type { CommerceMetrics } from '../metrics.js'
import type { Fulfil } from '../payments/fulfil.js'
import type { Providers } from '../payments/providers.js'
import type { HoldStore } from '../store/hold-store.js'
import type { LedgerStore } from '../store/ledger-store.js'
import type { OrderStore } from '../store/order-store.js'

export type CommerceHandlers = Handlers<typeof CommerceServiceService>

/** What the RPCs work with. */
export interface Dependencies {
  readonly orders: OrderStore
  readonly ledger: Pick<LedgerStore, 'available' | 'give'>
  readonly holds: Pick<HoldStore, 'hold' | 'settle'>
  readonly providers: Providers
  readonly fulfil: Fulfil
  readonly metrics: CommerceMetrics
  /** Ids of what can be bought now. */
  readonly onSale: () => Promise<readonly number[]>
  /** The site's address, without a slash at the end. */
  readonly publicUrl: string
  readonly now: () => number
}
