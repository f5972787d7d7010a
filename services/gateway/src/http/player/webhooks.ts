import pLimit from 'p-limit'
import { KlaError } from '@kla/chassis'
import type { ReceiveNotificationRequest } from '@kla/proto'
import { NotificationReceived, PAYMENT_PROVIDERS, RestError } from '@kla/proto/web'
import { isWithin } from '../../shared/networks.js'
import { leaveBodiesUnread } from '../plugins/bodies.js'
import { neverStored } from '../plugins/caching.js'
import type { Resource } from '../route.js'
import { Admission, readBody } from './webhooks-admission.js'

type Provider = (typeof PAYMENT_PROVIDERS)[number]

/** Undefined where the signature is in the body. */
const SIGNATURE_HEADER: Readonly<Record<Provider, string | undefined>> = {
  stripe: 'stripe-signature',
  acquirer: undefined,
}

/** Notifications are a few KiB; all places together hold 16 MiB. */
const BODY_MAX_BYTES = 64 * 1024
const LIMITS = { places: 256, reserved: 64, arrivingPerNetwork: 16 } as const

/** Commerce has ten database connections. */
const CONCURRENT_MAX = 32
/** Providers wait at least ten seconds. Repeats are deduplicated by event id. */
const DEADLINE = { deadlineMs: 9_000, attemptMs: 4_000 } as const

export const webhooks: Resource = async (app, { commerce, webhookBodyMs, paymentNetworks, now }) => {
  // Bodies are forwarded byte for byte; commerce checks their signatures. Instead of a rate limit, by which a flood of
  // forgeries would block real notifications, concurrency is limited, with places reserved for the providers' networks.
  const admission = new Admission({ ...LIMITS, expects: isWithin(paymentNetworks) })
  const limit = pLimit(CONCURRENT_MAX)
  const bodyLimits = { maxBytes: BODY_MAX_BYTES, withinMs: webhookBodyMs }

  /** Rejects with UNAVAILABLE if no time is left for a reply. */
  const passOn = (request: ReceiveNotificationRequest, requestId: string): Promise<unknown> => {
    const sinceMs = now()
    return limit(async () => {
      const deadlineMs = DEADLINE.deadlineMs - (now() - sinceMs)
      if (deadlineMs <= 0) throw new KlaError('UNAVAILABLE')
      return commerce.receiveNotification(request, { requestId, ...DEADLINE, deadlineMs })
    })
  }

  leaveBodiesUnread(app)
  for (const provider of PAYMENT_PROVIDERS) {
    app.post(
      `/webhooks/${provider}`,
      {
        config: { access: 'machine', anyOrigin: true, rateLimit: false },
        onRequest: neverStored,
        schema: {
          summary: `Notifications of ${provider}, signed on the raw body`,
          response: { 200: NotificationReceived, '4xx': RestError, '5xx': RestError },
        },
      },
      async ({ id, ip, raw }, reply) => {
        const header = SIGNATURE_HEADER[provider]
        const signature = header === undefined ? '' : String(raw.headers[header] ?? '')
        let whole = false
        const pass = (body: Buffer): Promise<unknown> => {
          whole = true
          return passOn({ provider, body, signature }, id)
        }
        try {
          await admission.run(ip, () => readBody(raw, bodyLimits), pass)
        } catch (error) {
          // The unread rest must not be parsed as the next request.
          if (!whole) reply.header('connection', 'close')
          throw forProvider(error)
        }
        return { received: true as const }
      },
    )
  }
}

/** Errors in the message are final; for others the provider should retry. */
function forProvider(error: unknown): unknown {
  if (!(error instanceof KlaError)) return error
  const final = error.code === 'invalid_argument' || error.code === 'not_found'
  return final ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
}
