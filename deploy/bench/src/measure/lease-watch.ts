import type { Redis } from 'ioredis'

/** Of rooms: gateways by the end of their lease, on Redis' clock. */
const LEASES = 'kla:rooms:{gateways}:leases'
/** Rooms looks for silent gateways about as often. */
const LOOK_EVERY_MS = 250

export interface LeaseWatch {
  /** Gateways whose lease has run out. */
  readonly lapsed: ReadonlySet<string>
  stop(): Promise<void>
}

/** Watches the leases of `gateways`, which are running and have one. */
export function watchLeases(redis: Pick<Redis, 'zrange' | 'time'>, gateways: readonly string[]): LeaseWatch {
  const lapsed = new Set<string>()
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const [ends, [seconds, micros]] = await Promise.all([redis.zrange(LEASES, 0, -1, 'WITHSCORES'), redis.time()])
    for (const gateway of lapsedIn(ends, gateways, Number(seconds) * 1_000 + Number(micros) / 1_000)) lapsed.add(gateway)
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, LOOK_EVERY_MS)
  return {
    lapsed,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

/** `ends`: names and ends of leases in turn, as Redis lists them. */
export const lapsedIn = (ends: readonly string[], gateways: readonly string[], nowMs: number): string[] =>
  gateways.filter((gateway) => {
    const at = ends.findIndex((name, index) => index % 2 === 0 && name === gateway)
    return at < 0 || Number(ends[at + 1]) < nowMs
  })
