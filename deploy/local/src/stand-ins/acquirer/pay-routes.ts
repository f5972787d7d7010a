import type { FastifyInstance, FastifyReply } from 'fastify'
import { outcomeOf } from '../payments/cards.js'
import { noticePage, payPage } from '../payments/pay-page.js'
import { wantsJson } from '../payments/requests.js'
import { canBePaid, type Order, type Orders, readMessage, readPaymentRequest } from './orders.js'

const PROVIDER = 'an acquirer'
const EMAIL_MISSING = 'Enter an email for the receipt.'

type OfPage = { Params: { pageId: string }; Body: unknown }

export function payRoutes(app: FastifyInstance, orders: Orders, merchant: { id: string; secret: string }): void {
  app.post('/pay', async (request, reply) => {
    const json = wantsJson(request)
    const fields = readMessage('payment', formOf(request.body), merchant.secret)
    if (fields?.get('merchant_id') !== merchant.id) return refuse(reply, 403, json, "This payment isn't signed.")
    const asked = readPaymentRequest(fields)
    if (!asked) return refuse(reply, 400, json, "We can't read this payment.")
    const order = orders.open(asked)
    if (!order) return refuse(reply, 409, json, 'This order has already been used.')
    const url = `/pay/${order.pageId}`
    return json ? { url } : reply.redirect(url, 303)
  })

  app.get<OfPage>('/pay/:pageId', async ({ params }, reply) => {
    const order = orders.ofPage(params.pageId)
    reply.type('text/html').header('cache-control', 'no-store')
    if (!order) return refuse(reply, 404, false, "We can't find this payment.")
    if (order.status === 'closed') return refuse(reply, 410, false, 'This payment has ended.')
    return canBePaid(order) ? pageOf(order) : reply.redirect(order.request.returnUrl, 303)
  })

  // A reload after a declined card.
  app.get<OfPage>('/pay/:pageId/pay', async ({ params }, reply) => reply.redirect(`/pay/${params.pageId}`, 303))

  app.post<OfPage>('/pay/:pageId/pay', async (request, reply) => {
    const json = wantsJson(request)
    const order = orders.ofPage(request.params.pageId)
    if (!order) return refuse(reply, 404, json, "We can't find this payment.")
    if (order.request.email === '') order.receiptEmail = typedIn(request.body, 'email').trim() || order.receiptEmail
    if (order.receiptEmail === '' && canBePaid(order)) {
      if (json) return refuse(reply, 400, json, EMAIL_MISSING)
      return reply.code(400).type('text/html').send(pageOf(order, EMAIL_MISSING))
    }
    const problem = await orders.pay(order, outcomeOf(typedIn(request.body, 'card')))
    const { returnUrl: url } = order.request
    if (problem === undefined) return json ? { status: order.status, url } : reply.redirect(url, 303)
    if (order.status === 'closed') return refuse(reply, 410, json, problem)
    if (json) return refuse(reply, 402, json, problem)
    return reply
      .code(402)
      .type('text/html')
      .send(pageOf(order, `${problem} Try another card.`))
  })

  app.post<OfPage>('/pay/:pageId/cancel', async (request, reply) => {
    const order = orders.ofPage(request.params.pageId)
    if (!order) return refuse(reply, 404, wantsJson(request), "We can't find this payment.")
    await orders.closeOrder(order)
    const { cancelUrl: url } = order.request
    return wantsJson(request) ? { status: order.status, url } : reply.redirect(url, 303)
  })
}

const formOf = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams())

function typedIn(body: unknown, name: 'card' | 'email'): string {
  if (body instanceof URLSearchParams) return body.get(name) ?? ''
  const value = (body as Partial<Record<string, unknown>> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

function pageOf({ request, receiptEmail, pageId }: Order, problem?: string): string {
  return payPage({
    provider: PROVIDER,
    lines: request.lines,
    totalCents: request.amountCents,
    currency: request.currency,
    payAction: `/pay/${pageId}/pay`,
    cancel: { action: `/pay/${pageId}/cancel` },
    ...(request.email === '' ? { receiptEmail } : {}),
    ...(problem === undefined ? {} : { problem }),
  })
}

const refuse = (reply: FastifyReply, status: number, json: boolean, message: string): FastifyReply =>
  reply
    .code(status)
    .type(json ? 'application/json' : 'text/html')
    .send(json ? { error: { message } } : noticePage(PROVIDER, 'Nothing to pay', message))
