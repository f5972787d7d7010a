import type { StartPeersData } from '@kla/proto/web'
import {
  connectAll,
  disconnectAll,
  forAll,
  leaveAll,
  openRooms,
  sendSignals,
  SIGNALS,
  surely,
  type Person,
} from '../units/index.js'
import { gatewaysOf, type Ours } from './contenders/ours.js'
import { readRoundTrips, tripsAtRest, tripsDuring, tripsPerMessage, type RoundTrips } from './round-trips.js'

/** Each pair makes a connection so often, as if it were lost and made again. */
const CONNECTIONS = 4

/** What one signal between players on two gateways asks of services and of Redis. */
export async function signalTrips(
  { sessions, platform }: Ours,
  pairs: number,
  restMs: number,
): Promise<RoundTrips> {
  const [here = '', there = ''] = gatewaysOf(platform)
  const firsts = await connectAll(sessions.slice(0, pairs), here)
  const seconds = await connectAll(sessions.slice(pairs, pairs * 2), there)
  const socketIds = new Map<Person, string>()
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
      const second = seconds[at] as Person
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
