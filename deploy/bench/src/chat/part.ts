import { startPlatform } from '@kla/local'
import { type Figure, OURS, type Part } from '../frame/part.js'
import { copyPlayers } from '../measure/copied-players.js'
import { type Numbers, spreadOf, total } from '../measure/numbers.js'
import { type ChatMeasured, type ChatSize, GATEWAYS, measureChat, type Talk, type Where } from './measure.js'

const FULL: ChatSize = {
  pacedRooms: 500,
  // Fewer would meet the limit of each player's messages.
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

type Measured = Readonly<Record<Where, readonly ChatMeasured[]>>

/** Measures chat between two gateways and on one, and joins. */
export const chatPart: Part = {
  name: 'chat',
  async run({ runs, quick, say }) {
    const size = quick ? QUICK : FULL
    const platform = await startPlatform({ environment: { LOG_LEVEL: 'warn' }, processes: { gateway: GATEWAYS } })
    try {
      const cookies = await copyPlayers(platform, Math.max(size.joins.to, size.saturatedRooms * 2))
      const measured: Record<Where, ChatMeasured[]> = { across: [], together: [] }
      for (let round = 1; round <= runs; round++) {
        for (const where of ['across', 'together'] as const) {
          const one = await measureChat(platform, cookies, where, size)
          measured[where].push(one)
          say(`round ${round}, ${where}: ${brief(one.paced)}; saturated ${brief(one.saturated)}`)
        }
      }
      const faults = Object.values(measured).flatMap((rounds) =>
        rounds.flatMap((one, at) => one.faults.map((fault) => `round ${at + 1}, ${fault}`)),
      )
      return { figures: figuresOf(measured), faults, notes: notesOf(measured, size) }
    } finally {
      await platform.close()
    }
  },
}

const brief = ({ perCpuSecond, perSecond, p50Ms, p99Ms }: Talk): string =>
  `${perCpuSecond.toFixed(0)} a CPU second at ${perSecond.toFixed(0)} a second (p50 ${p50Ms.toFixed(2)}, p99 ${p99Ms.toFixed(2)} ms)`

const PLACES: Readonly<Record<Where, string>> = {
  across: 'between two gateways',
  together: 'with both players on one gateway',
}
const PACED = '8,000 deliveries a second'

function figuresOf({ across, together }: Measured): Figure[] {
  const figure = (name: string, unit: string, values: readonly number[]): Figure => ({
    name,
    unit,
    values: { [OURS]: values },
  })
  const chats = (where: Where, rounds: readonly ChatMeasured[]): Figure[] => [
    figure(
      `chat ${PLACES[where]}, ${PACED}`,
      'deliveries a CPU second',
      rounds.map(({ paced }) => paced.perCpuSecond),
    ),
    figure(
      `chat ${PLACES[where]}, saturated`,
      'deliveries a CPU second',
      rounds.map(({ saturated }) => saturated.perCpuSecond),
    ),
  ]
  const joins = across.flatMap((one) => one.joins ?? [])
  return [
    ...chats('across', across),
    ...chats('together', together),
    figure(
      `latency ${PLACES.across}, ${PACED}, p50`,
      'ms',
      across.map(({ paced }) => paced.p50Ms),
    ),
    figure(
      `latency ${PLACES.across}, ${PACED}, p99`,
      'ms',
      across.map(({ paced }) => paced.p99Ms),
    ),
    figure(
      'connect, authenticate and join',
      'a second',
      joins.map(({ perSecond }) => perSecond),
    ),
    figure(
      'CPU a join, all processes',
      'ms',
      joins.map(({ costMs }) => total(costMs)),
    ),
  ]
}

function notesOf(measured: Measured, { saturatedRooms }: ChatSize): string[] {
  const joins = measured.across.flatMap(({ joins: one }) => (one ? [one.costMs] : []))
  return [
    'A window opens when all players sit and have seen each other, pairing is over, and all processes together have used at ' +
      'most 0.25 of a core for a second. A warning of a service, a lease that ran out, or a lost seat is a fault.',
    'Each message is delivered to both players of its room, its writer included; each delivery is checked for its room, its ' +
      'order and doubles. Messages carry no `ack` and no `id`; pages send both, and get a frame more a message.',
    `Saturated: ${saturatedRooms} rooms in a closed loop, a player's next message as soon as both have the last one.`,
    'All services and stores are counted, also what they use at rest. Accounts and sessions exist beforehand.',
    ...(['across', 'together'] as const).flatMap((where) =>
      (['paced', 'saturated'] as const).map(
        (kind) => `${PLACES[where]}, ${kind}, of a core: ${medians(measured[where].map((one) => one[kind].busy))}`,
      ),
    ),
    `A join takes, in ms of a processor: ${medians(joins)}`,
  ]
}

/** Less, of a core or of a millisecond, is left out. */
const WORTH_A_WORD = 0.005

function medians(all: readonly Numbers[]): string {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))]
  return names
    .map((name): [string, number] => [name, spreadOf(all.map((one) => one[name] ?? 0)).median])
    .filter(([, value]) => value >= WORTH_A_WORD)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ')
}
