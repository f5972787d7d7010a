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

type Store = Pick<Redis, 'zrange' | 'time'>

/** Watches the leases of `gateways`, which are running and have one. */
export async function watchLeases(redis: Store, gateways: readonly string[]): Promise<LeaseWatch> {
  const watched = currentIn(await readLeases(redis), gateways)
  const lapsed = new Set<string>()
  let looking: Promise<void> = Promise.resolve()
  const look = async (): Promise<void> => {
    const [ends, [seconds, micros]] = await Promise.all([readLeases(redis), redis.time()])
    for (const gateway of lapsedIn(ends, watched, Number(seconds) * 1_000 + Number(micros) / 1_000)) lapsed.add(gateway)
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

/** Ends, Unix milliseconds, by the gateway's id: its name and what is different for each start. */
export type Leases = ReadonlyMap<string, number>

async function readLeases(redis: Store): Promise<Leases> {
  const listed = await redis.zrange(LEASES, 0, -1, 'WITHSCORES')
  const leases = new Map<string, number>()
  for (let at = 0; at < listed.length; at += 2) leases.set(listed[at] ?? '', Number(listed[at + 1]))
  return leases
}

/** The newest lease of each name: those of ended processes stay for a while. */
export const currentIn = (leases: Leases, gateways: readonly string[]): string[] =>
  gateways.flatMap((gateway) => {
    const own = [...leases].filter(([id]) => id.startsWith(`${gateway}-`))
    return own
      .sort(([, one], [, other]) => other - one)
      .flatMap(([id]) => id)
      .slice(0, 1)
  })

/** Names of those that have ended or are gone. */
export const lapsedIn = (leases: Leases, ids: readonly string[], nowMs: number): string[] =>
  ids.filter((id) => (leases.get(id) ?? 0) < nowMs)
