import type { Figure, Part } from '../frame/part.js'
import { copyPlayers } from '../measure/copied-players.js'
import { total } from '../measure/numbers.js'
import { type ChatMeasured, type ChatSize, measureChat } from './measure.js'
import { barePeers, freshGateways, GATEWAYS } from './targets.js'

const FULL: ChatSize = {
  pacedRooms: 500,
  // Fewer would meet the rate limit of each player.
  saturatedRooms: 3_000,
  joins: { from: 5_000, to: 10_000 },
  warmMs: 3_000,
  talkMs: 8_000,
  settleWithinMs: 90_000,
}

const QUICK: ChatSize = {
  pacedRooms: 10,
  saturatedRooms: 20,
  joins: { from: 20, to: 40 },
  warmMs: 200,
  talkMs: 1_000,
  settleWithinMs: 60_000,
}

const PLACES = { across: 'between two gateways', together: 'on one gateway' } as const
const KINDS = { paced: '8,000 deliveries a second', saturated: 'saturated' } as const

/** Measures chat between two gateways and on one, beside bare relays, and joins. */
export const chatPart: Part = {
  name: 'chat',
  async measure({ startPlatform, quick, say }) {
    const size = quick ? QUICK : FULL
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' }, processes: { gateway: GATEWAYS } })
    try {
      const cookies = await copyPlayers(platform, Math.max(size.joins.to, size.saturatedRooms * 2))
      const common = { size, cookies, origin: platform.url }
      const figures: Figure[] = []
      const faults: string[] = []
      const amounts: Record<string, ChatMeasured['paced']['busy']> = {}
      for (const where of ['across', 'together'] as const) {
        const place = PLACES[where]
        say(`Chat ${place}`)
        const withJoins = where === 'across'
        const kla = await measureChat({ ...common, where, withJoins, target: await freshGateways(platform) })
        say(`Chat ${place}, bare relays`)
        const bare = await measureChat({ ...common, where, withJoins: false, target: await barePeers(platform) })
        for (const kind of ['paced', 'saturated'] as const) {
          figures.push(...figuresOf(`chat ${place}, ${KINDS[kind]}`, kla[kind], bare[kind]))
          amounts[`${place}, ${KINDS[kind]}, of a core`] = kla[kind].busy
        }
        faults.push(...kla.faults.map((fault) => `${place}: ${fault}`))
        faults.push(...bare.faults.map((fault) => `${place}, bare relays: ${fault}`))
        if (!kla.joins) continue
        const { perSecond, costMs } = kla.joins
        figures.push({ name: 'connect, authenticate and join', unit: 'a second', value: perSecond })
        figures.push({ name: 'CPU a join, all processes', unit: 'ms', value: total(costMs) })
        amounts['a join, ms of a processor'] = costMs
      }
      return { figures, faults, amounts, notes: [] }
    } finally {
      await platform.close()
    }
  },
}

const figuresOf = (name: string, kla: ChatMeasured['paced'], bare: ChatMeasured['paced']): Figure[] => [
  { name, unit: 'deliveries a CPU second', value: kla.perCpuSecond },
  { name: `${name}, over bare relays`, unit: 'ratio of the round', value: kla.perCpuSecond / bare.perCpuSecond },
  { name: `${name}, p50`, unit: 'ms', value: kla.p50Ms },
  { name: `${name}, p99`, unit: 'ms', value: kla.p99Ms },
]
