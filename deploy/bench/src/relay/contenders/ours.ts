import { startPlatform, type Platform, type PlatformOptions } from '@kla/local'
import { signInAll } from '@kla/scale'
import type { Session } from '@kla/load'
import { processesOf } from '../../cpu/platform-processes.js'
import type { NamedProcesses } from '../../cpu/processes.js'
import type { LineLimit } from '../generator/line-limit.js'
import type { PlayerPlan } from '../generator/orders.js'
import { readRoundTrips } from '../round-trips.js'
import type { Relay, RelayContender } from './relay.js'

/** The product on this machine with two gateways, and people who are signed in. */
export interface Ours {
  readonly platform: Platform
  /** Where sockets are taken, as a route in a cluster reaches it. */
  readonly gateways: readonly [string, string]
  readonly processes: NamedProcesses
  readonly sessions: readonly Session[]
  close(): Promise<void>
}

/** What the gateway takes of one connection (`chat` in its rate-limits.ts): more is refused, and would be missing. */
const LINE_LIMIT: LineLimit = { burst: 40, perSecond: 5 }

/** `where`: what the platform stands on, if that is there already. */
export async function startOurs(people: number, say: (line: string) => void, where: PlatformOptions = {}): Promise<Ours> {
  const platform = await startPlatform({ ...where, environment: { LOG_LEVEL: 'warn' }, processes: { gateway: 2 } })
  try {
    say(`Signing ${people} people in`)
    const sessions = await signInAll(platform.url, Array.from({ length: people }, (_, at) => `bench-${at}`))
    const [first = '', second = ''] = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
    return {
      platform,
      gateways: [first, second],
      processes: await processesOf(platform),
      sessions,
      close: () => platform.close(),
    }
  } catch (error) {
    await platform.close()
    throw error
  }
}

/** The product with the players of each room on different gateways, or both on one. */
export function contenderOf(who: string, ours: Ours, where: 'across' | 'together'): RelayContender {
  const { processes, platform, gateways, sessions } = ours
  const carriers = Object.fromEntries(
    Object.entries(processes).filter(([name]) => name.startsWith('gateway-') || name === 'nats'),
  )
  const comesIn = (person: number): PlayerPlan => ({
    server: gateways[where === 'together' ? 0 : person % 2] ?? '',
    headers: { cookie: sessions[person]?.cookie ?? '', origin: platform.url },
  })
  const relay: Relay = {
    processes,
    carriers,
    lineLimit: LINE_LIMIT,
    roundTrips: () => readRoundTrips(platform),
    wantsLeaving: true,
    playersOf: (room) => [comesIn(room * 2), comesIn(room * 2 + 1)],
    close: async () => undefined,
  }
  return { who, codec: 'kla', start: async () => relay }
}
