import type { Platform, ServiceName } from '@kla/local'

/** What can be done to the processes of a running platform. Each resolves once it has been done and all are ready again. */
export interface Operator {
  /** Replaces every process of a service, one after another: the new one is ready before the old one is stopped. */
  roll(service: ServiceName): Promise<void>
  /** Starts or stops as many processes as it takes. */
  scale(service: ServiceName, count: number): Promise<void>
  /** Ends one process without giving it a moment, and waits for another in its place. */
  kill(service: ServiceName): Promise<void>
}

/** Longer than any process takes to stop by itself. */
const STOPS_WITHIN_MS = 180_000

/** Operates a platform whose processes run on this machine. */
export const localOperator = (platform: Platform): Operator => ({
  async roll(service) {
    for (const old of platform.running(service)) {
      await platform.start(service)
      await platform.stop(old, STOPS_WITHIN_MS)
    }
  },
  /** All at once, as a cluster does. */
  async scale(service, count) {
    const running = platform.running(service)
    await Promise.all([
      ...Array.from({ length: count - running.length }, () => platform.start(service)),
      ...running.slice(count).map((surplus) => platform.stop(surplus, STOPS_WITHIN_MS)),
    ])
  },
  async kill(service) {
    const [victim] = platform.running(service)
    if (victim === undefined) throw new Error(`No ${service} runs that could be killed.`)
    await platform.kill(victim)
    await platform.start(service)
  },
})
