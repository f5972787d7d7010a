import { type Handlers, KlaError, type Logger } from '@kla/chassis'
import type { CommerceServiceService } from '@kla/proto'
import type { CommerceMetrics } from '../shared/metrics.js'
import type { ApplyNotices } from './grant-order.js'
import {
  type PaymentNotice,
  type PaymentProvider,
  type Providers,
  type RawNotification,
  UnreadableNotification,
} from './payment-provider.js'
import type { UnreadStore } from './unread-store.js'

interface ReceiveNotificationDeps {
  readonly providers: Providers
  readonly applyNotices: ApplyNotices
  readonly unread: Pick<UnreadStore, 'keep' | 'forget'>
  readonly metrics: CommerceMetrics
  readonly log: Logger
  readonly now: () => number
}

/**
 * Applies a verified webhook; keeps unreadable ones for a person. Errors: NOT_FOUND, SIGNATURE_INVALID; UNAVAILABLE
 * requests a repeat.
 */
export const receiveNotification = (
  deps: ReceiveNotificationDeps,
): Handlers<typeof CommerceServiceService>['receiveNotification'] => {
  const { providers, applyNotices, unread, metrics, log, now } = deps

  async function apply(provider: PaymentProvider, notification: RawNotification): Promise<readonly PaymentNotice[]> {
    const notices = await provider.readNotification(notification)
    try {
      await applyNotices(provider.name, notices)
    } catch (cause) {
      if (!isOurFault(cause)) throw new KlaError('UNAVAILABLE', undefined, { cause })
      const eventId = notices[0]?.eventId ?? ''
      const about: Record<string, string> = SHOWN_ID.test(eventId) ? { event_id: eventId } : {}
      throw new UnreadableNotification('processing', about, { cause })
    }
    return notices
  }

  return async ({ provider: name, body, signature }) => {
    const provider = providers.find(name)
    if (!provider) throw new KlaError('NOT_FOUND')
    const count = (outcome: 'read' | 'ignored' | 'unreadable' | 'rejected') =>
      metrics.notifications.inc({ provider: provider.name, outcome })
    try {
      const notices = await apply(provider, { body, signature, nowMs: now() })
      const eventIds = notices.map(({ eventId }) => eventId)
      if (eventIds.length > 0) await unread.forget(provider.name, eventIds).catch(unavailable)
      count(notices.length > 0 ? 'read' : 'ignored')
    } catch (error) {
      if (error instanceof KlaError) {
        if (error.reason === 'SIGNATURE_INVALID') count('rejected')
        throw error
      }
      const unreadable =
        error instanceof UnreadableNotification ? error : new UnreadableNotification('processing', {}, { cause: error })
      const { why, about, cause } = unreadable
      await unread.keep(provider.name, body, unreadable, now()).catch(unavailable)
      count('unreadable')
      // The cause's message may quote the notification.
      const fault = cause instanceof Error ? { fault: cause.name, sqlState: (cause as { code?: unknown }).code } : {}
      log.error({ provider: provider.name, why, about, ...fault }, 'a signed notification cannot be read and is kept')
    }
    return {}
  }
}

const SHOWN_ID = /^[\w.:-]{1,255}$/

function unavailable(cause: unknown): never {
  throw new KlaError('UNAVAILABLE', undefined, { cause })
}

/** PostgreSQL's classes 22 and 23, or our bug. */
function isOurFault(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown }
  if (typeof code === 'string') return /^2[23]\w{3}$/.test(code)
  return error instanceof TypeError || error instanceof RangeError
}
