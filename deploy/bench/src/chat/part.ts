import type { Figure, Part } from '../frame/part.js'
import { copyPlayers } from '../measure/copied-players.js'
import { total } from '../measure/numbers.js'
import { type ChatMeasured, type ChatSize, measureChat } from './measure.js'
import { findPeer, type PeerName } from './peers/programs.js'
import { type PeerPlace, placeOf, startCentrifugo, startNakama } from './peers/servers.js'
import { type ChatTarget, freshGateways, GATEWAYS } from './targets.js'

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

type Where = keyof typeof PLACES

interface Peer {
  readonly name: string
  readonly program: PeerName
  readonly where: Where
  /** Lowest ratio of our deliveries to its own that meets the target. */
  readonly least?: number
  start(place: PeerPlace, program: string): Promise<ChatTarget>
}

const PEERS: readonly Peer[] = [
  {
    name: 'two Centrifugo with NATS',
    ...{ program: 'centrifugo', where: 'across', least: 1 },
    start: (place, program) => startCentrifugo(place, program, GATEWAYS),
  },
  {
    name: 'one Centrifugo',
    ...{ program: 'centrifugo', where: 'together' },
    start: (place, program) => startCentrifugo(place, program, 1),
  },
  {
    name: "a Nakama's unkept channel",
    ...{ program: 'nakama', where: 'together', least: 1 },
    start: (place, program) => startNakama(place, program, 'nakama'),
  },
  {
    name: "a Nakama's kept channel",
    ...{ program: 'nakama', where: 'together' },
    start: (place, program) => startNakama(place, program, 'nakama-kept'),
  },
]

/** Measures chat between two gateways and on one, beside peers, and joins. */
export const chatPart: Part = {
  name: 'chat',
  async measure({ startPlatform, quick, say }) {
    const size = quick ? QUICK : FULL
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' }, processes: { gateway: GATEWAYS } })
    try {
      const cookies = await copyPlayers(platform, Math.max(size.joins.to, size.saturatedRooms * 2))
      const common = { size, cookies, origin: platform.url }
      const place = await placeOf(platform)
      const figures: Figure[] = []
      const faults: string[] = []
      const notes: string[] = []
      const amounts: Record<string, ChatMeasured['paced']['busy']> = {}
      const add = (name: string, measured: ChatMeasured): void => {
        for (const kind of ['paced', 'saturated'] as const) {
          figures.push(...figuresOf(`${name}, ${KINDS[kind]}`, measured[kind]))
          amounts[`${name}, ${KINDS[kind]}, of a core`] = measured[kind].busy
        }
        faults.push(...measured.faults.map((fault) => `${name}: ${fault}`))
      }
      for (const where of ['across', 'together'] as const) {
        const ours = `chat ${PLACES[where]}`
        say(ours)
        const withJoins = where === 'across'
        const kla = await measureChat({ ...common, where, withJoins, target: await freshGateways(platform) })
        add(ours, kla)
        for (const { name, program, least, start } of PEERS.filter((peer) => peer.where === where)) {
          const built = await findPeer(program)
          if (built === undefined) {
            notes.push(`${name}: not measured, as it was not built`)
            continue
          }
          say(name)
          const peer = await measureChat({ ...common, where, withJoins: false, target: await start(place, built) })
          add(name, peer)
          for (const kind of ['paced', 'saturated'] as const) {
            const value = kla[kind].perCpuSecond / peer[kind].perCpuSecond
            figures.push({
              ...{ name: `${ours}, ${KINDS[kind]}, over ${name}`, unit: 'ratio of the round', value },
              ...(least !== undefined && { least }),
            })
          }
        }
        if (!kla.joins) continue
        const { perSecond, costMs } = kla.joins
        figures.push({ name: 'connect, authenticate and join', unit: 'a second', value: perSecond })
        figures.push({ name: 'CPU a join, all processes', unit: 'ms', value: total(costMs) })
        amounts['a join, ms of a processor'] = costMs
      }
      return { figures, faults, amounts, notes }
    } finally {
      await platform.close()
    }
  },
}

const figuresOf = (name: string, { perCpuSecond, p50Ms, p99Ms }: ChatMeasured['paced']): Figure[] => [
  { name, unit: 'deliveries a CPU second', value: perCpuSecond },
  { name: `${name}, p50`, unit: 'ms', value: p50Ms },
  { name: `${name}, p99`, unit: 'ms', value: p99Ms },
]
