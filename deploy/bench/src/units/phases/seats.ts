import type { Session } from '../../bots/index.js'
import type { StartPeersData } from '@kla/proto/web'
import type { Ground, Person, SeatedPair } from '../ground.js'
import { connectAll, forAll, leaveAll, openRooms, surely } from '../people.js'

/** A pair, and by which socket each reaches the other. */
export interface ReachablePair extends SeatedPair {
  readonly peers: { readonly first: () => string; readonly second: () => string }
}

/** Half of the people open rooms on the first gateway, the other half joins them there or from the second one. */
export async function seats(ground: Ground, sessions: readonly Session[]): Promise<Record<'same' | 'across', ReachablePair[]>> {
  const { gateways, measure } = ground
  const half = sessions.length / 2
  const quarter = half / 2
  const firsts = await connectAll(sessions.slice(0, half), gateways[0])
  const near = await connectAll(sessions.slice(half, half + quarter), gateways[0])
  const far = await connectAll(sessions.slice(half + quarter), gateways[1])
  const found = new Map<Person, string>()
  for (const person of [...firsts, ...near, ...far]) {
    person.bot.client.on('start-peers', (data: StartPeersData) => void found.set(person, data.peers[0]?.socketId ?? ''))
  }

  let roomIds: string[] = []
  await measure.work('room opened', async () => {
    roomIds = await openRooms(firsts)
    return half
  })
  const joinAll = (people: readonly Person[], skip: number) =>
    forAll(people, async (second, at): Promise<ReachablePair> => {
      const [roomId, first] = [roomIds[skip + at] as string, firsts[skip + at] as Person]
      await surely(second.bot, 'join-room', { roomId, passcode: null, role: 'player' })
      first.bot.meets(second.bot.client)
      second.bot.meets(first.bot.client)
      const peer = (person: Person) => () => found.get(person) ?? ''
      return { roomId, first, second, peers: { first: peer(first), second: peer(second) } }
    })
  let [same, across]: ReachablePair[][] = [[], []]
  await measure.work('room joined', async () => {
    same = await joinAll(near, 0)
    across = await joinAll(far, quarter)
    return half
  })
  return { same: same ?? [], across: across ?? [] }
}

/** All leave, and their rooms close. */
export const departures = ({ measure }: Ground, people: readonly Person[]) =>
  measure.work('room left', async () => {
    await leaveAll(people)
    return people.length
  })
