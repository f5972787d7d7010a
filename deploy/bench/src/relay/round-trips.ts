import { SERVICES, type Platform } from '@kla/local'
import { difference, type Numbers, sumOf } from '../measure/numbers.js'
import { Redis } from 'ioredis'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RoundTrips {
  /** As the servers count them. */
  readonly rpc: number
  /** Pipelined commands count once. */
  readonly redis: number
}

export async function readRoundTrips(platform: Platform): Promise<RoundTrips> {
  const pages = await Promise.all(
    SERVICES.flatMap((service) => platform.running(service)).map(async ({ slot }) =>
      (await fetch(`http://127.0.0.1:${slot.health}/metrics`)).text(),
    ),
  )
  const redis = new Redis(platform.infrastructure.redis.url)
  const stats = await redis.info('stats')
  redis.disconnect()
  return {
    rpc: pages.reduce((sum, text) => sum + sumOf(text, 'kla_grpc_served_seconds_count'), 0),
    redis: Number(/^total_reads_processed:(\d+)/m.exec(stats)?.[1]),
  }
}

export interface Added {
  readonly trips: Numbers
  readonly seconds: number
}

const MS_PER_SECOND = 1_000

export async function tripsDuring(read: () => Promise<RoundTrips>, work: () => Promise<unknown>): Promise<Added> {
  const [before, startedAt] = [await read(), performance.now()]
  await work()
  const trips = difference({ ...(await read()) }, { ...before })
  return { trips, seconds: (performance.now() - startedAt) / MS_PER_SECOND }
}

export const tripsAtRest = (read: () => Promise<RoundTrips>, restMs: number): Promise<Added> =>
  tripsDuring(read, () => sleep(restMs))

/** Beside what would have been asked anyhow. */
export function tripsPerMessage(worked: Added, rest: Added, messages: number): RoundTrips {
  const per = (name: keyof RoundTrips): number =>
    ((worked.trips[name] ?? 0) - ((rest.trips[name] ?? 0) * worked.seconds) / rest.seconds) / messages
  return { rpc: per('rpc'), redis: per('redis') }
}
