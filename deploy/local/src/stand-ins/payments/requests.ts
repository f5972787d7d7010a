import type { AddressInfo } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Deliveries, readFaults } from './deliveries.js'

/** Keeps arrays away from routes. */
export const singleValues = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

/** True for clients that prefer JSON. */
export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  [headers['content-type'], headers.accept].some((type) => type?.includes('application/json') ?? false)

export function addressOf(app: FastifyInstance, host: string): string {
  const { port } = app.server.address() as AddressInfo
  // Wildcard addresses cannot be called.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name}:${port}`
}

/** `/control`: GET `deliveries`, POST `faults`, POST `redeliver` (`eventId`, or all), and `more`. */
export async function control(
  app: FastifyInstance,
  deliveries: Deliveries,
  more: (routes: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    async (routes) => {
      routes.addHook('onRequest', onlyThisMachine)
      routes.get('/deliveries', () => deliveries.list())
      routes.post('/faults', async (request, reply) => {
        const faults = readFaults(request.body)
        if (!faults) return reply.code(400).send({ error: 'unknown fault' })
        deliveries.setFaults(faults)
        return deliveries.faults
      })
      routes.post<{ Body: { eventId?: string } | undefined }>('/redeliver', async (request, reply) => {
        const known = await deliveries.redeliver(request.body?.eventId)
        return known ? deliveries.list() : reply.code(404).send({ error: 'unknown event' })
      })
      more(routes)
    },
    { prefix: '/control' },
  )
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/

async function onlyThisMachine(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  // Other sites can post forms, but not JSON.
  const isForm = request.method === 'POST' && !/^application\/json/.test(request.headers['content-type'] ?? '')
  if (!LOOPBACK.test(request.ip) || isForm) await reply.code(403).send({ error: 'not from here' })
}
