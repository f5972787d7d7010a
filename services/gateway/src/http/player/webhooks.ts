import type { IncomingMessage } from 'node:http'
import { KlaError } from '@kla/chassis'
import type { ReceiveNotificationRequest } from '@kla/proto'
import { NotificationReceived, RestError } from '@kla/proto/schemas'
import { PAYMENT_PROVIDERS } from '@kla/proto/web'
import pLimit from 'p-limit'
import { SLOW_CALL } from '../../shared/deadlines.js'
import { isWithin, networkOf } from '../../shared/networks.js'
import { skipBodyParsing } from '../plugins/bodies.js'
import { neverStored } from '../plugins/caching.js'
import type { Resource } from '../route.js'

type Provider = (typeof PAYMENT_PROVIDERS)[number]

const SIGNATURE_HEADER: Readonly<Record<Provider, string | undefined>> = {
  stripe: 'stripe-signature',
  acquirer: undefined,
}

/** All places together hold 16 MiB. */
const BODY_MAX_BYTES = 64 * 1024
const LIMITS = { places: 256, reserved: 64, arrivingPerNetwork: 16 } as const

const CONCURRENT_MAX = 32

export const webhooks: Resource = async (app, { commerce, webhookBodyMs, paymentNetworks, now }) => {
  // Commerce checks the signatures of unchanged bodies. Places, not rates, are limited, with a share for the providers'
  // networks: a flood of forgeries must not block real notifications.
  const admission = new Admission({ ...LIMITS, expects: isWithin(paymentNetworks) })
  const limit = pLimit(CONCURRENT_MAX)
  const bodyLimits = { maxBytes: BODY_MAX_BYTES, withinMs: webhookBodyMs }

  const forward = (request: ReceiveNotificationRequest, requestId: string): Promise<unknown> => {
    const sinceMs = now()
    return limit(async () => {
      const deadlineMs = SLOW_CALL.deadlineMs - (now() - sinceMs)
      if (deadlineMs <= 0) throw new KlaError('UNAVAILABLE')
      return commerce.receiveNotification(request, { requestId, ...SLOW_CALL, deadlineMs })
    })
  }

  skipBodyParsing(app)
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
          return forward({ provider, body, signature }, id)
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

/** Makes errors in the message final; providers retry others. */
function forProvider(error: unknown): unknown {
  if (!(error instanceof KlaError)) return error
  const final = error.code === 'invalid_argument' || error.code === 'not_found'
  return final ? error : new KlaError('UNAVAILABLE', undefined, { cause: error })
}

interface AdmissionLimits {
  readonly places: number
  readonly reserved: number
  /** Expected senders share places across networks. */
  readonly expects: (address: string) => boolean
  /** Receiving bodies per network, against slow senders. */
  readonly arrivingPerNetwork: number
}

/** Limits requests before buffering bodies, without a queue. */
export class Admission {
  #taken = 0
  #takenByOthers = 0
  readonly #arriving = new Map<string, number>()

  constructor(private readonly limits: AdmissionLimits) {}

  /** Rejects with UNAVAILABLE if there is no place. */
  async run<Body, Result>(
    address: string,
    arrive: () => Promise<Body>,
    work: (body: Body) => Promise<Result>,
  ): Promise<Result> {
    const { places, reserved, expects, arrivingPerNetwork } = this.limits
    const network = expects(address) ? undefined : networkOf(address)
    const others = network === undefined ? 0 : 1
    if (this.#taken >= places || (others && this.#takenByOthers >= places - reserved)) throw new KlaError('UNAVAILABLE')
    if (network !== undefined && (this.#arriving.get(network) ?? 0) >= arrivingPerNetwork)
      throw new KlaError('UNAVAILABLE')
    this.#taken += 1
    this.#takenByOthers += others
    try {
      return await work(network === undefined ? await arrive() : await this.#arrival(network, arrive))
    } finally {
      this.#taken -= 1
      this.#takenByOthers -= others
    }
  }

  async #arrival<Body>(network: string, arrive: () => Promise<Body>): Promise<Body> {
    this.#count(network, 1)
    try {
      return await arrive()
    } finally {
      this.#count(network, -1)
    }
  }

  #count(network: string, change: 1 | -1): void {
    const arriving = (this.#arriving.get(network) ?? 0) + change
    if (arriving > 0) this.#arriving.set(network, arriving)
    else this.#arriving.delete(network)
  }
}

interface BodyLimits {
  readonly maxBytes: number
  readonly withinMs: number
}

const FIRST_BYTES = 4 * 1024

/** Rejects with BODY_TOO_LARGE or UNAVAILABLE; then close the connection, since the rest is unread. */
export async function readBody(request: IncomingMessage, { maxBytes, withinMs }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new KlaError('BODY_TOO_LARGE')
  // Bodies sent byte by byte would keep many objects.
  let held: Buffer = Buffer.allocUnsafeSlow(Math.min(FIRST_BYTES, maxBytes))
  let length = 0
  return new Promise<Buffer>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      request.off('data', take).off('end', whole).off('error', broken).off('close', broken).pause()
    }
    const refuse = (error: KlaError): void => {
      stop()
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      const next = length + chunk.length
      if (next > maxBytes) return refuse(new KlaError('BODY_TOO_LARGE'))
      if (next > held.length) held = grown(held, Math.min(Math.max(next, 2 * held.length), maxBytes))
      chunk.copy(held, length)
      length = next
    }
    const whole = (): void => {
      stop()
      resolve(held.subarray(0, length))
    }
    const broken = (): void => refuse(new KlaError('UNAVAILABLE'))
    const timer = setTimeout(broken, withinMs)
    request.on('data', take).on('end', whole).on('error', broken).on('close', broken)
    if (request.destroyed) broken()
  })
}

function grown(buffer: Buffer, bytes: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(bytes)
  buffer.copy(larger)
  return larger
}
