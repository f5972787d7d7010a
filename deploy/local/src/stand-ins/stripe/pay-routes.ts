import type { FastifyInstance, FastifyReply } from 'fastify'
import { outcomeOf } from '../payments/cards.js'
import { noticePage, payPage } from '../payments/pay-page.js'
import { wantsJson } from '../payments/requests.js'
import { ApiError } from './api-error.js'
import type { Checkout, DisputeState } from './checkout.js'
import type { Checkouts } from './checkouts.js'
import type { PaymentProblem } from './objects.js'
import type { Payments } from './payments.js'
import type { Reversals } from './reversals.js'

export const pagePath = (sessionId: string): string => `/c/pay/${sessionId}`

const PROVIDER = 'Stripe'

type Pay = { Params: { id: string }; Body: { card?: unknown } | undefined }

export function payRoutes(app: FastifyInstance, checkouts: Checkouts, payments: Payments): void {
  const find = (id: string): Checkout | undefined => {
    try {
      return checkouts.find(id)
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }

  app.get<Pay>(pagePath(':id'), async ({ params }, reply) => {
    const checkout = find(params.id)
    reply.type('text/html').header('cache-control', 'no-store')
    if (!checkout) return reply.code(404).send(UNKNOWN)
    if (checkout.status === 'complete') return reply.redirect(successUrl(checkout), 303)
    return checkout.status === 'expired' ? reply.code(410).send(OVER) : pageOf(checkout)
  })

  // A reload after a declined card.
  app.get<Pay>(`${pagePath(':id')}/pay`, async ({ params }, reply) => reply.redirect(pagePath(params.id), 303))

  app.post<Pay>(`${pagePath(':id')}/pay`, async (request, reply) => {
    const json = wantsJson(request)
    const checkout = find(request.params.id)
    if (!checkout) return refuse(reply, 404, json, "We can't find this checkout.", UNKNOWN)
    const typed: unknown = request.body?.card
    const card = typeof typed === 'string' ? typed : ''
    const result = await payments.pay(checkout, outcomeOf(card), card.slice(-4))
    if (result === 'over') return refuse(reply, 410, json, 'This checkout has expired.', OVER)
    if (result !== 'done')
      return json ? declineAsJson(reply, result.problem) : declineAsPage(reply, checkout, result.problem)
    if (!json) return reply.redirect(successUrl(checkout), 303)
    const { id, status, payment_status } = checkouts.show(checkout)
    return { id, status, payment_status, url: successUrl(checkout) }
  })
}

const UNKNOWN = noticePage(PROVIDER, 'Nothing to pay', "We can't find this checkout.")
const OVER = noticePage(PROVIDER, 'This checkout has expired', "You haven't paid anything.")

const successUrl = ({ id, request }: Checkout): string => request.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id)

function pageOf({ id, request }: Checkout, problem?: string): string {
  return payPage({
    provider: PROVIDER,
    lines: request.lines,
    totalCents: request.totalCents,
    currency: request.currency,
    payAction: `${pagePath(id)}/pay`,
    cancel: { href: request.cancelUrl ?? pagePath(id) },
    ...(problem === undefined ? {} : { problem }),
  })
}

const refuse = (reply: FastifyReply, status: number, json: boolean, message: string, page: string): FastifyReply =>
  reply
    .code(status)
    .type(json ? 'application/json' : 'text/html')
    .send(json ? { error: { type: 'invalid_request_error', message } } : page)

const declineAsPage = (reply: FastifyReply, checkout: Checkout, problem: PaymentProblem): FastifyReply =>
  reply
    .code(402)
    .type('text/html')
    .send(pageOf(checkout, `${problem.message} Try another card.`))

const declineAsJson = (reply: FastifyReply, { code, declineCode, message }: PaymentProblem): FastifyReply =>
  reply.code(402).send({ error: { type: 'card_error', code, decline_code: declineCode, message } })

type OfSession<Body> = { Params: { id: string }; Body: Body | undefined }

const STATES: readonly string[] = ['open', 'won', 'lost'] satisfies DisputeState[]
const isState = (text: unknown): text is DisputeState => typeof text === 'string' && STATES.includes(text)

/**
 * `/control`: GET `sessions`; POST `sessions/:id/refund` (`amount` in cents, or all), `/refund_failed`, `/dispute`
 * (`state`: open, won, lost; `amount`), `/expire`.
 */
export function controlRoutes(routes: FastifyInstance, checkouts: Checkouts, reversals: Reversals): void {
  routes.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ApiError)) throw error
    return reply.code(error.status).send({ error: error.message })
  })
  routes.get('/sessions', () => checkouts.list().map(checkouts.show))
  routes.post<OfSession<{ amount?: number }>>('/sessions/:id/refund', ({ params, body }) =>
    reversals.refund(checkouts.find(params.id), body?.amount),
  )
  routes.post<OfSession<object>>('/sessions/:id/refund_failed', ({ params }) =>
    reversals.failRefund(checkouts.find(params.id)),
  )
  routes.post<OfSession<{ state?: string; amount?: number }>>(
    '/sessions/:id/dispute',
    async ({ params, body }, reply) => {
      const state = body?.state ?? 'open'
      if (!isState(state)) return reply.code(400).send({ error: 'the state is open, won or lost' })
      return reversals.dispute(checkouts.find(params.id), state, body?.amount)
    },
  )
  routes.post<OfSession<object>>('/sessions/:id/expire', async ({ params }) => {
    const checkout = checkouts.find(params.id)
    await checkouts.expire(checkout)
    return checkouts.show(checkout)
  })
}
