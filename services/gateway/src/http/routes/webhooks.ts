import { KlaError } from '@kla/chassis'
import { NotificationReceived, PAYMENT_PROVIDERS, RestError } from '@kla/proto/web'
import type { FastifyInstance } from 'fastify'
import { Turnstile } from '../../turnstile.js'
import type { HttpParts } from '../http-parts.js'
import { neverStored } from '../never-stored.js'
import { takeRawBodies } from '../plugins/raw-bodies.js'
import type { TypedApp } from '../typed-app.js'

type Provider = (typeof PAYMENT_PROVIDERS)[number]

/** Which header carries the signature; none where it travels in the body. */
const SIGNATURE_HEADER: Readonly<Record<Provider, string | undefined>> = {
  stripe: 'stripe-signature',
  acquirer: undefined,
}

const BODY_MAX_BYTES = 256 * 1024
// Commerce has ten connections to its database. What waits is 64 MiB at most, and for seconds only.
const AT_ONCE = 32
const WAITING_MAX = 256
/** Providers wait at least ten seconds for an answer. A repeat at another pod is told apart by the event's id. */
const PATIENCE = { deadlineMs: 9_000, attemptMs: 4_000 } as const

/**
 * Notifications of payment providers, passed on byte for byte: their signatures are checked where the secrets are. A
 * limit by address would let a flood of forgeries turn away real ones; instead so many are worked on at once.
 */
export const webhooks = (app: TypedApp, { commerce }: HttpParts): void => {
  const door = new Turnstile(AT_ONCE, WAITING_MAX)
  app.register(async (scope: TypedApp) => {
    takeRawBodies(scope as unknown as FastifyInstance, BODY_MAX_BYTES)
    for (const provider of PAYMENT_PROVIDERS) {
      scope.post(
        `/webhooks/${provider}`,
        {
          config: { anyOrigin: true, rateLimit: false },
          onRequest: neverStored,
          schema: {
            summary: `Notifications of ${provider}, signed on the raw body`,
            response: { 200: NotificationReceived, '4xx': RestError, '5xx': RestError },
          },
        },
        async (request) => {
          const header = SIGNATURE_HEADER[provider]
          const signature = header === undefined ? '' : String(request.headers[header] ?? '')
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const requestId = request.id
          await door
            .run(() => commerce.receiveNotification({ provider, body, signature }, { requestId, ...PATIENCE }))
            .catch((error: unknown) => {
              throw forProvider(error)
            })
          return { received: true as const }
        },
      )
    }
  })
}

/** What is wrong with the message stays wrong; anything else may be right when the provider sends it again. */
function forProvider(error: unknown): unknown {
  if (!(error instanceof KlaError)) return error
  const final = error.code === 'invalid_argument' || error.code === 'not_found'
  return final ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
}
