import type { Database, Handlers, Logger, Metrics } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import type { CommerceMetrics } from '../shared/metrics.js'
import { createAcquirerProvider } from './acquirer-provider.js'
import { type ApplyNotices, createApplyNotices } from './grant-order.js'
import { createProviders, type PaymentProvider, type ProviderName, type Providers } from './payment-provider.js'
import { receiveNotification } from './receive-notification.js'
import { createPaymentStore } from './store.js'
import { createStripeProvider } from './stripe.js'
import { createForgetUnread, measureUnread } from './timers.js'
import { createUnreadStore } from './unread-store.js'

export type { ApplyNotices } from './grant-order.js'
export { createReturned } from './store.js'
export { createUnreadStore } from './unread-store.js'
export type { CheckoutOrder, PaymentProvider, Providers } from './payment-provider.js'

export interface PaymentsDeps {
  readonly database: Database
  readonly providers: readonly PaymentProvider[]
  readonly preferred: ProviderName
  readonly metrics: Metrics
  readonly commerceMetrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
  readonly onChanged: () => void
}

export interface Payments {
  readonly handlers: Pick<Handlers<typeof CommerceServiceService>, 'receiveNotification'>
  readonly providers: Providers
  readonly applyNotices: ApplyNotices
  readonly forgetUnread: () => Promise<void>
}

/** Creates payments: providers, and what their notices change. */
export function createPayments(deps: PaymentsDeps): Payments {
  const { database, commerceMetrics: metrics, log, now, onChanged } = deps
  const providers = createProviders(deps.providers, deps.preferred)
  const applyNotices = createApplyNotices({ store: createPaymentStore(database), metrics, log, now, onChanged })
  const unread = createUnreadStore(database)
  measureUnread(deps.metrics, unread)
  return {
    providers,
    applyNotices,
    handlers: { receiveNotification: receiveNotification({ providers, applyNotices, unread, metrics, log, now }) },
    forgetUnread: createForgetUnread(unread, now),
  }
}

/** Configured accounts at payment providers. */
export interface ProviderAccounts {
  readonly stripe: Omit<Parameters<typeof createStripeProvider>[0], 'toleranceMs'> | undefined
  readonly acquirer: Omit<Parameters<typeof createAcquirerProvider>[0], 'toleranceMs'> | undefined
  readonly webhookToleranceMs: number
}

export const configuredProviders = ({ stripe, acquirer, webhookToleranceMs: toleranceMs }: ProviderAccounts) => [
  ...(stripe ? [createStripeProvider({ ...stripe, toleranceMs })] : []),
  ...(acquirer ? [createAcquirerProvider({ ...acquirer, toleranceMs })] : []),
]
