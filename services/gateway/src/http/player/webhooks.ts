import { KlaError } from '@kla/chassis'
import type { ReceiveNotificationRequest } from '@kla/proto'
import { NotificationReceived, PAYMENT_PROVIDERS, RestError } from '@kla/proto/web'
import { ConcurrencyLimiter } from '../../shared/concurrency.js'
import { Admission, readBody } from './webhooks-admission.js'
import { neverStored } from '../plugins/caching.js'
import { leaveBodiesUnread } from '../plugins/bodies.js'
import { isWithin } from '../../shared/networks.js'
import type { Resource } from '../route.js'

type Provider = (typeof PAYMENT_PROVIDERS)[number]

/** Which header carries the signature; none where it travels in the body. */
const SIGNATURE_HEADER: Readonly<Record<Provider, string | undefined>> = {
  stripe: 'stripe-signature',
  acquirer: undefined,
}

/** Events are a few KiB. So many places for bodies of this size are 16 MiB. */
const BODY_MAX_BYTES = 64 * 1024

const LIMITS = { places: 256, reserved: 64, arrivingPerNetwork: 16 } as const

/** Commerce has ten connections to its database. */
const CONCURRENT_MAX = 32

/** Providers wait at least ten seconds for an answer. A repeat at another pod is told apart by the event's id. */
const DEADLINE = { deadlineMs: 9_000, attemptMs: 4_000 } as const

export const webhooks: Resource = async (app, { commerce, webhookBodyMs, paymentNetworks, now }) => {
  // Notifications of payment providers, passed on byte for byte: their signatures are checked where the secrets are. A
  // rate by address would let a flood of forgeries turn away real ones; instead so many are inside at once, of which one
  // network may keep only a few waiting for their bodies, and some are for the providers' own networks alone.
  const admission = new Admission({ ...LIMITS, expects: isWithin(paymentNetworks) })
  const limiter = new ConcurrencyLimiter(CONCURRENT_MAX)
  const bodyLimits = { maxBytes: BODY_MAX_BYTES, withinMs: webhookBodyMs }

  /** Rejects with UNAVAILABLE when its turn comes too late for an answer that the provider still waits for. */
  const passOn = (request: ReceiveNotificationRequest, requestId: string): Promise<unknown> => {
    const sinceMs = now()
    return limiter.run(async () => {
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
          // What has not been read would be taken for the next request, or be waited for.
          if (!whole) reply.header('connection', 'close')
          throw forProvider(error)
        }
        return { received: true as const }
      },
    )
  }
}

/** What is wrong with the message stays wrong; anything else may be right when the provider sends it again. */
function forProvider(error: unknown): unknown {
  if (!(error instanceof KlaError)) return error
  const final = error.code === 'invalid_argument' || error.code === 'not_found'
  return final ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
}
