import { type Platform, SERVICES } from '@kla/local'
import { Redis } from 'ioredis'
import { watchLeases } from './lease-watch.js'
import { type Complaint, openLogWindow } from './log-window.js'

/** What went wrong in the servers during a window, and makes its figures worthless. */
export interface Mishaps {
  /** Gateways whose lease ran out. */
  readonly lapsed: readonly string[]
  readonly complaints: readonly Complaint[]
}

export interface Window {
  close(): Promise<Mishaps>
}

export async function openWindow(platform: Platform): Promise<Window> {
  const redis = new Redis(platform.infrastructure.redis.url)
  const leases = await watchLeases(
    redis,
    platform.running('gateway').map(({ name }) => name),
  )
  const complaints = await openLogWindow(SERVICES.flatMap((service) => platform.running(service)))
  return {
    async close() {
      await leases.stop()
      redis.disconnect()
      return { lapsed: [...leases.lapsed], complaints: await complaints() }
    },
  }
}

export const textsOf = ({ lapsed, complaints }: Mishaps): string[] => [
  ...lapsed.map((gateway) => `the lease of ${gateway} ran out`),
  ...complaints.map(({ process, what, times }) => `${process} logged ${times === 1 ? '' : `${times} times `}“${what}”`),
]
