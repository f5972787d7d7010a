import { setTimeout as sleep } from 'node:timers/promises'
import { createGrpcClient } from '@kla/chassis'
import { RoomsServiceService } from '@kla/proto'
import { ROOM_LIST_MAX, type StartPeersData } from '@kla/proto/web'
import { identityIn } from '@kla/testkit'
import { nextEvent, type Session } from '../../bots/index.js'
import { difference, dividedBy, type Numbers } from '../../measure/numbers.js'
import type { UnitsDeps, ConnectedPlayer, SeatedPair } from '../measure.js'
import { connectAll, disconnectAll, forAll, leaveAll, openRooms, surely } from '../players.js'

/** Sockets for each watcher: handing on a list costs too little to be seen with one. */
const EACH = 5
const CHANGES = 16
/** Asked directly: gateways ask too rarely for it to be measurable. */
const QUESTIONS = 400
const BETWEEN_MS = 700

/** Reading the public room list, and handing it on: the same changes with no watcher, one, and many. */
export async function lobby(deps: UnitsDeps, watchers: readonly ConnectedPlayer['session'][], restless: ConnectedPlayer): Promise<void> {
  const { gateways, measure } = deps
  const churn = async (): Promise<number> => {
    for (let change = 0; change < CHANGES; change++) {
      if (restless.bot.client.roomId === undefined) await openRooms([restless])
      else await leaveAll([restless])
      await sleep(BETWEEN_MS)
    }
    return 1
  }
  const watchedBy = async (sessions: readonly ConnectedPlayer['session'][]): Promise<Numbers> => {
    const players = await connectAll(sessions, gateways[0])
    await forAll(players, ({ bot }) => surely(bot, 'request-room-list', {}))
    const cost = await measure.work(`room list before ${sessions.length}`, churn)
    await disconnectAll(players)
    return cost
  }
  const [none, one, many] = [await watchedBy([]), await watchedBy(watchers.slice(0, 1)), await watchedBy(Array.from({ length: EACH }, () => watchers).flat())]
  const gateway = difference(one, none)['cpu.gateway'] ?? 0
  const asked = await askForLists(deps)
  measure.note('room list read', { ...asked, 'cpu.gateway': gateway / (one['room-lists'] || 1) })
  const more = difference(many, one)
  measure.note('room list handed on', dividedBy(more, more['frames.public-room-list'] ?? 1))
}

/** Sequential: concurrent reads would share an answer. */
async function askForLists({ platform, measure }: UnitsDeps): Promise<Numbers> {
  const [rooms] = platform.running('rooms')
  const address = `127.0.0.1:${rooms?.slot.grpc}`
  const identity = identityIn(platform.identities, 'gateway')
  const client = createGrpcClient({ definition: RoomsServiceService, address, identity })
  try {
    return await measure.work('room list asked for', async () => {
      for (let question = 0; question < QUESTIONS; question++) await client.listRooms({ limit: ROOM_LIST_MAX })
      return QUESTIONS
    })
  } finally {
    client.close()
  }
}

export interface ReachablePair extends SeatedPair {
  readonly peers: { readonly first: () => string; readonly second: () => string }
}

export async function seats(deps: UnitsDeps, sessions: readonly Session[]): Promise<Record<'same' | 'across', ReachablePair[]>> {
  const { gateways, measure } = deps
  const half = sessions.length / 2
  const quarter = half / 2
  const firsts = await connectAll(sessions.slice(0, half), gateways[0])
  const near = await connectAll(sessions.slice(half, half + quarter), gateways[0])
  const far = await connectAll(sessions.slice(half + quarter), gateways[1])
  const found = new Map<ConnectedPlayer, string>()
  for (const player of [...firsts, ...near, ...far]) {
    player.bot.client.on('start-peers', (data: StartPeersData) => void found.set(player, data.peers[0]?.socketId ?? ''))
  }

  let roomIds: string[] = []
  await measure.work('room opened', async () => {
    roomIds = await openRooms(firsts)
    return half
  })
  const joinAll = (players: readonly ConnectedPlayer[], skip: number) =>
    forAll(players, async (second, at): Promise<ReachablePair> => {
      const [roomId, first] = [roomIds[skip + at] as string, firsts[skip + at] as ConnectedPlayer]
      await surely(second.bot, 'join-room', { roomId, passcode: null, role: 'player' })
      first.bot.meets(second.bot.client)
      second.bot.meets(first.bot.client)
      const peer = (player: ConnectedPlayer) => () => found.get(player) ?? ''
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

export const departures = ({ measure }: UnitsDeps, players: readonly ConnectedPlayer[]) =>
  measure.work('room left', async () => {
    await leaveAll(players)
    return players.length
  })

export const matches = ({ measure }: UnitsDeps, players: readonly ConnectedPlayer[]) =>
  measure.work('match', async () => {
    await Promise.all(players.map(findOne))
    return players.length / 2
  })

async function findOne({ bot }: ConnectedPlayer): Promise<void> {
  const found = nextEvent(bot.client, 'match-found', ({ accepted }) => !accepted)
  const ready = nextEvent(bot.client, 'match-ready')
  await surely(bot, 'find-match', { mode: 'rush', category: 'default' })
  await surely(bot, 'answer-match', { matchId: (await found).matchId, accept: true })
  const { roomId } = await ready
  await surely(bot, 'join-room', { roomId, passcode: null, role: 'player' })
}
