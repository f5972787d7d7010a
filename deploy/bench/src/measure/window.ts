import { Redis } from 'ioredis'
import { type Platform, SERVICES } from '@kla/local'
import { watchLeases } from './lease-watch.js'
import { openLogWindow } from './log-window.js'

/** What makes figures of a window worthless. */
export interface Window {
  /** Gateways whose lease ran out so far. */
  readonly lapsed: ReadonlySet<string>
  /** Resolves to what went wrong: warnings and errors that a service logged, leases that ran out. */
  close(): Promise<string[]>
}

export async function openWindow(platform: Platform): Promise<Window> {
  const redis = new Redis(platform.infrastructure.redis.url)
  const leases = watchLeases(redis, platform.running('gateway').map(({ name }) => name))
  const complaints = await openLogWindow(SERVICES.flatMap((service) => platform.running(service)))
  return {
    lapsed: leases.lapsed,
    async close() {
      await leases.stop()
      redis.disconnect()
      return [...[...leases.lapsed].map((gateway) => `the lease of ${gateway} ran out`), ...(await complaints())]
    },
  }
}
