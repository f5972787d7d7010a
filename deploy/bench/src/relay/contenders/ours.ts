import type { Session } from '../../bots/index.js'
import { startPlatform, type Platform, type PlatformOptions } from '@kla/local'
import { signInAll } from '../../units/index.js'
import { processesOf } from '../../cpu/platform-processes.js'
import type { LineLimit } from '../generator/line-limit.js'
import type { PlayerPlan } from '../generator/orders.js'
import { readRoundTrips } from '../round-trips.js'
import type { RelayContender } from './relay.js'

/** The product on this machine with two gateways, and people who are signed in. */
export interface Ours {
  readonly platform: Platform
  readonly sessions: readonly Session[]
}

const GATEWAYS = 2
/** What the gateway takes of one connection (`chat` in its rate-limits.ts): more is refused, and would be missing. */
const LINE_LIMIT: LineLimit = { burst: 40, perSecond: 5 }

/** `where`: what the platform stands on, if that is there already. */
export async function startOurs(
  people: number,
  say: (line: string) => void,
  where: PlatformOptions = {},
): Promise<Ours> {
  const environment = { LOG_LEVEL: 'warn' }
  const platform = await startPlatform({ ...where, environment, processes: { gateway: GATEWAYS } })
  try {
    say(`Signing ${people} people in`)
    const sessions = await signInAll(platform.url, Array.from({ length: people }, (_, at) => `bench-${at}`))
    return { platform, sessions }
  } catch (error) {
    await platform.close()
    throw error
  }
}

/** Where the gateways take sockets, as a route in a cluster reaches them. */
export const gatewaysOf = (platform: Platform): readonly string[] =>
  platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)

/** The product with the players of each room on different gateways, or both on one. */
export function contenderOf(who: string, { platform, sessions }: Ours, where: 'across' | 'together'): RelayContender {
  return {
    who,
    codec: 'kla',
    async start() {
      await renewGateways(platform)
      const [processes, gateways] = [await processesOf(platform), gatewaysOf(platform)]
      const carriers = Object.entries(processes).filter(([name]) => name.startsWith('gateway-') || name === 'nats')
      const comesIn = (person: number): PlayerPlan => ({
        server: gateways[where === 'together' ? 0 : person % GATEWAYS] ?? '',
        headers: { cookie: sessions[person]?.cookie ?? '', origin: platform.url },
      })
      return {
        processes,
        carriers: Object.fromEntries(carriers),
        lineLimit: LINE_LIMIT,
        roundTrips: () => readRoundTrips(platform),
        wantsLeaving: true,
        playersOf: (room) => [comesIn(room * 2), comesIn(room * 2 + 1)],
        close: async () => undefined,
      }
    },
  }
}

/** The peers begin anew in each round: a gateway that has held ten thousand once would have memory for them already. */
async function renewGateways(platform: Platform): Promise<void> {
  await Promise.all(platform.running('gateway').map((gateway) => platform.stop(gateway)))
  for (let gateway = 0; gateway < GATEWAYS; gateway++) await platform.start('gateway')
}
