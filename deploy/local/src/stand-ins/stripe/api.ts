import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, createIdempotency, invalidRequest } from './api-error.js'
import type { Checkouts } from './checkouts.js'
import { newStripeId } from './ids.js'
import { API_VERSION } from './objects.js'
import type { Reversals } from './reversals.js'
import { readNestedForm, readSessionRequest, textAt, type Tree } from './session-request.js'

export interface ApiOptions {
  readonly secretKey: string
  readonly checkouts: Checkouts
  readonly reversals: Reversals
  readonly now: () => number
}

type WithId = { Params: { id: string } }

/** Serves what a hosted checkout needs. */
export async function api(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { checkouts, reversals } = options
  await app.register(
    async (routes) => {
      routes.removeAllContentTypeParsers()
      routes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      routes.addHook('onRequest', async (request, reply) => {
        reply.headers({ 'request-id': newStripeId.request(), 'stripe-version': API_VERSION })
        if (keyOf(request) !== options.secretKey) throw new ApiError(401, UNKNOWN_KEY)
      })
      routes.setErrorHandler(answerRefusal)
      routes.setNotFoundHandler(({ method, url }) => {
        const message = `Unrecognized request URL (${method}: ${url.split('?')[0]}).`
        throw new ApiError(404, { type: 'invalid_request_error', message })
      })

      const post = createPosts()
      const open = (form: Tree) => {
        const nowS = Math.floor(options.now() / 1_000)
        return checkouts.show(checkouts.open(readSessionRequest(form, nowS), nowS))
      }
      routes.post('/checkout/sessions', async (request, reply) => post(request, reply, open))
      routes.get<WithId>('/checkout/sessions/:id', async ({ params }) => checkouts.show(checkouts.find(params.id)))
      routes.post<WithId>('/checkout/sessions/:id/expire', async ({ params }) => {
        const checkout = checkouts.find(params.id)
        await checkouts.expire(checkout)
        return checkouts.show(checkout)
      })
      routes.post('/refunds', async (request, reply) =>
        post(request, reply, (form) => {
          const payment = textAt(form, 'payment_intent') ?? textAt(form, 'charge')
          if (payment === undefined)
            throw invalidRequest('One of the following params should be provided: payment_intent.')
          const amount = textAt(form, 'amount')
          return reversals.refund(checkouts.findByPayment(payment), amount === undefined ? undefined : Number(amount))
        }),
      )
    },
    { prefix: '/v1' },
  )
}

const UNKNOWN_KEY = { type: 'invalid_request_error', message: 'Invalid API Key provided.' }

function keyOf({ headers }: FastifyRequest): string | undefined {
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ')
  if (scheme === 'Bearer') return credentials
  return scheme === 'Basic' ? Buffer.from(credentials, 'base64').toString().split(':')[0] : undefined
}

type Work = (form: Tree) => object | Promise<object>

function createPosts() {
  const idempotency = createIdempotency()
  return async (request: FastifyRequest, reply: FastifyReply, work: Work): Promise<object> => {
    const body = typeof request.body === 'string' ? request.body : ''
    const key = request.headers['idempotency-key']
    const { answer, replayed } = await idempotency.once(key?.toString(), `${request.url}\n${body}`, () => {
      const form = readNestedForm(body)
      if (!form) throw invalidRequest('Invalid request: a parameter is both a value and an object.')
      return work(form)
    })
    if (key !== undefined) reply.header('idempotency-key', key)
    if (replayed) reply.header('idempotent-replayed', 'true')
    return answer
  }
}

function answerRefusal(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ApiError) return reply.code(error.status).send({ error: error.error })
  return reply.code(500).send({ error: { type: 'api_error', message: 'The stand-in has failed.' } })
}
