import { startPlatform, type Platform } from '@kla/local'
import { signInAll } from '@kla/scale'
import { processesOf } from '../../cpu/platform-processes.js'
import type { NamedProcesses } from '../../cpu/processes.js'
import type { PlayerPlan } from '../generator/orders.js'
import type { Relay, RelayContender } from './relay.js'

/** The product on this machine with two gateways, and people who are signed in. */
export interface Ours {
  readonly platform: Platform
  /** Where sockets are taken, as a route in a cluster reaches it. */
  readonly gateways: readonly [string, string]
  readonly processes: NamedProcesses
  readonly cookies: readonly string[]
  close(): Promise<void>
}

export async function startOurs(people: number, say: (line: string) => void): Promise<Ours> {
  const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' }, processes: { gateway: 2 } })
  try {
    say(`Signing ${people} people in`)
    const sessions = await signInAll(platform.url, Array.from({ length: people }, (_, at) => `bench-${at}`))
    const [first = '', second = ''] = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
    return {
      platform,
      gateways: [first, second],
      processes: await processesOf(platform),
      cookies: sessions.map(({ cookie }) => cookie),
      close: () => platform.close(),
    }
  } catch (error) {
    await platform.close()
    throw error
  }
}

/** The product with the players of each room on different gateways, or both on one. */
export function contenderOf(who: string, ours: Ours, where: 'across' | 'together'): RelayContender {
  const { processes, platform, gateways, cookies } = ours
  const carriers = Object.fromEntries(
    Object.entries(processes).filter(([name]) => name.startsWith('gateway-') || name === 'nats'),
  )
  const comesIn = (person: number): PlayerPlan => ({
    server: gateways[where === 'together' ? 0 : person % 2] ?? '',
    headers: { cookie: cookies[person] ?? '', origin: platform.url },
  })
  const relay: Relay = {
    processes,
    carriers,
    wantsLeaving: true,
    playersOf: (room) => [comesIn(room * 2), comesIn(room * 2 + 1)],
    close: async () => undefined,
  }
  return { who, codec: 'kla', start: async () => relay }
}
