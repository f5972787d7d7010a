import type { PlatformOptions } from '@kla/local'
import type { StartPeersData } from '@kla/proto/web'
import { interleave, OURS, type PartOptions, type Part, type PartResult } from '../frame/part.js'
import { type Numbers, spreadOf } from '../measure/numbers.js'
import type { ConnectedPlayer } from '../units/measure.js'
import { connectAll, disconnectAll, forAll, leaveAll, openRooms, surely } from '../units/players.js'
import { sendSignals, SIGNALS } from '../units/phases/signals.js'
import { contenderOf, gatewaysOf, type Ours, PEERS, peerContenders, type RelayContender, startOurs } from './contenders.js'
import { ACROSS, relayFigures, TOGETHER } from './figures.js'
import { FULL, measureRelay, onlyTalking, QUICK, type RelayMeasured, type RelaySize, type Talk } from './measure.js'
import { readRoundTrips, type RoundTrips, tripsAtRest, tripsDuring, tripsPerMessage } from './round-trips.js'

export const relayPart: Part = {
  name: 'relay',
  run: (options) => runRelay(options, options.quick ? QUICK : FULL),
}

/** `peers`: who is measured beside us. */
export async function runRelay(
  { runs, say }: Pick<PartOptions, 'runs' | 'say'>,
  size: RelaySize,
  { where, peers = peerContenders }: { where?: PlatformOptions; peers?: readonly RelayContender[] } = {},
): Promise<PartResult> {
  const ours = await startOurs(Math.max(size.idle.to, size.saturatedRooms * 2), say, where)
  try {
    const contenders = [contenderOf(OURS, ours, 'across'), contenderOf(TOGETHER, ours, 'together'), ...peers]
    const chats = await interleave(
      contenders.map((contender) => ({
        who: contender.who,
        measure: () => measureRelay(contender, ACROSS.includes(contender.who) ? size : onlyTalking(size)),
      })),
      runs,
      (who, round, measured) => say(`round ${round}, ${who}: ${brief(measured)}`),
    )
    const signals: RoundTrips[] = []
    for (let round = 1; round <= runs; round++) signals.push(await signalTrips(ours, size.signalPairs, size.talkMs))
    return {
      figures: relayFigures({ chats, signals }),
      faults: [...chats.values()].flatMap((rounds) =>
        rounds.flatMap(({ faults }, at) => faults.map((fault) => `round ${at + 1}, ${fault}`)),
      ),
      notes: notesOf(chats, size),
    }
  } finally {
    await ours.platform.close()
  }
}

function brief({ paced, saturated, joinsPerSecond, bytesPerConnection }: RelayMeasured): string {
  const talkText = ({ perCpuSecond, perSecond, p50Ms, p99Ms }: Talk): string =>
    `${perCpuSecond.toFixed(0)} a CPU second at ${perSecond.toFixed(0)} a second ` +
    `(p50 ${p50Ms.toFixed(2)}, p99 ${p99Ms.toFixed(2)} ms)`
  const kibi = (bytesPerConnection / 1_024).toFixed(1)
  const joins = joinsPerSecond.toFixed(0)
  return `${talkText(paced)}; saturated ${talkText(saturated)}; ${joins} joins a second; ${kibi} KiB`
}

/** Each pair reconnects so often. */
const CONNECTIONS = 4

/** RPCs and Redis reads for one signal between two gateways. */
async function signalTrips(
  { sessions, platform }: Ours,
  pairs: number,
  restMs: number,
): Promise<RoundTrips> {
  const [here = '', there = ''] = gatewaysOf(platform)
  const firsts = await connectAll(sessions.slice(0, pairs), here)
  const seconds = await connectAll(sessions.slice(pairs, pairs * 2), there)
  const socketIds = new Map<ConnectedPlayer, string>()
  for (const person of [...firsts, ...seconds]) {
    const seen = ({ peers: [peer] }: StartPeersData): void => void socketIds.set(person, peer?.socketId ?? '')
    person.bot.client.on('start-peers', seen)
  }
  const rooms = await openRooms(firsts)
  await forAll(seconds, ({ bot }, at) =>
    surely(bot, 'join-room', { roomId: rooms[at] ?? '', passcode: null, role: 'player' }),
  )
  const read = () => readRoundTrips(platform)
  const rest = await tripsAtRest(read, restMs)
  const worked = await tripsDuring(read, () =>
    forAll(firsts, async (first, at) => {
      const second = seconds[at] as ConnectedPlayer
      for (let connection = 0; connection < CONNECTIONS; connection++) {
        await sendSignals('offer', first, second, socketIds.get(first) ?? '')
        await sendSignals('answer', second, first, socketIds.get(second) ?? '')
      }
    }),
  )
  await leaveAll([...firsts, ...seconds])
  await disconnectAll([...firsts, ...seconds])
  return tripsPerMessage(worked, rest, pairs * CONNECTIONS * 2 * SIGNALS)
}

/** Less, of a processor or of a millisecond of one, is left out. */
const WORTH_A_WORD = 0.005

function notesOf(chats: ReadonlyMap<string, readonly RelayMeasured[]>, { saturatedRooms }: RelaySize): string[] {
  return [
    'A window opens when all players sit and have seen each other, pairing is over, and all processes of the contender ' +
      'together have used at most 0.25 of a core for a second; memory is read then. Joins count from the first connection to ' +
      'the last seat that the other player has seen. A warning of a service, a lease that ran out, or a lost seat is a fault.',
    'Each line is delivered to both players of its room, its writer included; each delivery is checked for its room, its ' +
      'order and doubles.',
    `Saturated: ${saturatedRooms} rooms in a closed loop, a player's next line as soon as both have the last one. The ` +
      'gateway takes 40 lines at once and 5 a second from one connection; with so many players none comes near that.',
    'Lines carry no `ack` and no `id`, which the peers do not have either; pages send both, and get a frame more a line.',
    'Sign-ins are done beforehand. Ours asks auth whose cookie it is; the bare servers, one Socket.IO and Colyseus look it ' +
      'up in their own memory, two Socket.IO in Redis.',
    'Ours is the whole platform, with every service and store counted, also what they use at rest; it stays up, idle, ' +
      'beside the peers. The last lines of each room are kept for reports: those batches are what lines ask of others.',
    ...[...chats].flatMap(([who, measured]) =>
      (['paced', 'saturated'] as const).map((kind) => `${who}, ${kind}: ${busyText(measured.map((one) => one[kind]))}`),
    ),
    ...[OURS, PEERS.socketIoPair].flatMap((who) => {
      const costs = (chats.get(who) ?? []).map(({ joinCostMs }) => joinCostMs)
      return costs.length === 0 ? [] : [`${who}, a join takes, in ms of a processor: ${medianText(costs)}`]
    }),
  ]
}

function busyText(talks: readonly Talk[]): string {
  const median = (read: (talk: Talk) => number): number => spreadOf(talks.map(read)).median
  const shares = medianText(talks.map(({ busy }) => busy))
  const rate = Math.round(median(({ perSecond }) => perSecond)).toLocaleString('en-US')
  const generators = median(({ generatorsBusy }) => generatorsBusy).toFixed(2)
  return `${rate} deliveries a second; of a core ${shares}; the generators ${generators}`
}

function medianText(all: readonly Numbers[]): string {
  const names = [...new Set(all.flatMap((one) => Object.keys(one)))]
  return names
    .map((name): [string, number] => [name, spreadOf(all.map((one) => one[name] ?? 0)).median])
    .filter(([, value]) => value >= WORTH_A_WORD)
    .map(([name, value]) => `${name} ${value.toFixed(2)}`)
    .join(', ')
}
