import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.js'
import type { DisputeState } from './checkout.js'
import type { Checkouts } from './checkouts.js'
import type { Reversals } from './reversals.js'

type OfSession<Body> = { Params: { id: string }; Body: Body | undefined }

const STATES: readonly string[] = ['open', 'won', 'lost'] satisfies DisputeState[]
const isState = (text: unknown): text is DisputeState => typeof text === 'string' && STATES.includes(text)

/**
 * Under `/control`: GET `sessions`; POST `sessions/:id/refund` (`amount` in cents, or all), `sessions/:id/dispute`
 * (`state`: open, won, lost) and `sessions/:id/expire`.
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
  routes.post<OfSession<{ state?: string }>>('/sessions/:id/dispute', async ({ params, body }, reply) => {
    const state = body?.state ?? 'open'
    if (!isState(state)) return reply.code(400).send({ error: 'the state is open, won or lost' })
    return reversals.dispute(checkouts.find(params.id), state)
  })
  routes.post<OfSession<object>>('/sessions/:id/expire', async ({ params }) => {
    const checkout = checkouts.find(params.id)
    await checkouts.expire(checkout)
    return checkouts.show(checkout)
  })
}
