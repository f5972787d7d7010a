import rateLimit from '@fastify/rate-limit'
import { KlaError } from '@kla/chassis'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../network-of.js'

/** Where a request without a proxy before us comes from if it comes from this very machine. */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * So many requests a minute from one network. The network and not the cookie, as whoever floods can make up cookies.
 * Tools on the machine itself are not limited; behind a proxy the address is the one that the proxy has seen.
 */
export async function registerRateLimit(
  app: FastifyInstance,
  { perMinute, behindProxy }: { perMinute: number; behindProxy: boolean },
): Promise<void> {
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkOf(ip),
    allowList: (request) => !behindProxy && LOOPBACK.has(request.ip),
    errorResponseBuilder: () => new KlaError('RATE_LIMITED'),
  })
}
