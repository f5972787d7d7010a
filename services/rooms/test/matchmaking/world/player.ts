import { KlaError, newId, type Principal } from '@kla/chassis'
import type { MatchState } from '@kla/proto'
import type { Pool } from '../../../src/matchmaking/rules/ticket.js'
import type { MatchLog } from './match-log.js'
import type { Pods } from './pods.js'
import type { SeededRandom } from './seeded-random.js'
import type { SimulatedGateway } from './simulated-gateway.js'
import { callOf } from './simulated-pod.js'

export interface World {
  readonly pods: Pods
  readonly gateways: readonly SimulatedGateway[]
  readonly matchLog: MatchLog
  /** Who is searching in a pool right now. */
  readonly around: (pool: Pool) => readonly number[]
}

export interface Character {
  readonly accountId: number
  readonly pool: Pool
  /** How often it searches. */
  readonly rounds: number
  readonly random: SeededRandom
}

type State = NonNullable<MatchState['state']>

/** No one waits longer than this; milliseconds. */
const TIMEOUT_MS = 5_000

/** Lives a life: searches, and does what people do. Resolves when nothing of it goes on, but what it left behind. */
export async function live(world: World, character: Character): Promise<void> {
  // A match that was accepted outlives a search that is cancelled too late: its room may come in the next round.
  const memory = { matchId: '' }
  for (let round = 0; round < character.rounds; round++) {
    if ((await search(world, character, memory)) === 'away') return
  }
}

async function search(
  world: World,
  { accountId, pool, random }: Character,
  memory: { matchId: string },
): Promise<'back' | 'away'> {
  const { pods, matchLog } = world
  const call = callOf(principalOf(accountId))
  const gateway = random.pick(world.gateways)
  const connection = { socketId: newId(), gatewayId: gateway.id }
  const begunMs = performance.now()
  const block = async (other: number): Promise<void> => {
    if (other === accountId) return
    await pods.ask(random, (rpcs) => rpcs.blockPlayer({ accountId: other }, call))
    matchLog.blocked(accountId, other)
    matchLog.count('blocked someone')
  }

  const wanted = { commandId: newId(), connection, ...pool }
  const begun = await orGone(pods.ask(random, (rpcs) => rpcs.findMatch(wanted, call)))
  if (!begun) {
    matchLog.count('had to wait after lapses')
    return 'away'
  }
  const { ticketId } = begun
  const { next, deliver } = createInbox()
  gateway.follow(begun, ({ state }) => state && deliver(state))
  const away = (how: string): 'away' => {
    gateway.forget(ticketId)
    matchLog.count(how)
    return 'away'
  }

  if (random.chance(0.04)) return away('vanished while searching')
  if (random.chance(0.03)) {
    gateway.forget(ticketId)
    const dropped = { gatewayId: gateway.id, tickets: [{ accountId, ticketId }] }
    await pods.ask(random, (rpcs) => rpcs.dropTickets(dropped, call))
    return away('lost the connection')
  }
  if (random.chance(0.06)) await block(random.pick(world.around(pool)))

  const impatient = random.chance(0.05)
  for (;;) {
    const state = await next(impatient ? 0 : TIMEOUT_MS)
    if (!state) {
      await pods.ask(random, (rpcs) => rpcs.cancelMatch({}, call))
      gateway.forget(ticketId)
      matchLog.count('cancelled')
      return 'back'
    }
    if (state.$case === 'searching') continue
    if (state.$case === 'ended') {
      gateway.forget(ticketId)
      matchLog.count(`ended: ${state.value.reason}`)
      return 'back'
    }
    if (state.$case === 'found') {
      const { matchId, accepted } = state.value
      if (accepted || matchId === memory.matchId) continue
      memory.matchId = matchId
      matchLog.asked(matchId, accountId)
      if (random.chance(0.03)) return away('vanished when asked')
      if (random.chance(0.03)) continue
      const accept = !random.chance(0.05)
      if (accept) matchLog.accepting(matchId, accountId)
      await orGone(pods.ask(random, (rpcs) => rpcs.answerMatch({ matchId, accept }, call)))
      continue
    }
    const { roomId } = state.value
    gateway.forget(ticketId)
    matchLog.ready(memory.matchId, accountId, roomId, performance.now() - begunMs)
    if (random.chance(0.05)) return away('never came to the room')
    const join = { commandId: newId(), connection, roomId, passcode: '' }
    // A player who is too late finds the room closed; a blocked one finds none.
    const joined = await orGone(pods.ask(random, (rpcs) => rpcs.joinRoom(join, call)))
    if (!joined?.room) return 'back'
    matchLog.count('took its seat')
    const other = joined.room.reservedFor.find((account) => account !== accountId)
    if (other !== undefined && random.chance(0.05)) await block(other)
    if (random.chance(0.05)) {
      const lost = [{ roomId, accountId, socketId: connection.socketId }]
      await pods.ask(random, (rpcs) => rpcs.reportConnectionsLost({ gatewayId: gateway.id, lost }, call))
      return 'back'
    }
    await orGone(pods.ask(random, (rpcs) => rpcs.leaveRoom({ commandId: newId(), roomId }, call)))
    return 'back'
  }
}

/** What the service refuses because others were faster is no fault. */
const EXPECTED = new Set(['MATCH_GONE', 'ROOM_NOT_FOUND', 'NOT_SEATED', 'RATE_LIMITED'])

async function orGone<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof KlaError && EXPECTED.has(error.reason)) return undefined
    throw error
  }
}

/** What came and has not been looked at, one after another; undefined: nothing came within the time. */
function createInbox() {
  const waiting: State[] = []
  let wake: (() => void) | undefined
  return {
    deliver(state: State) {
      waiting.push(state)
      wake?.()
    },
    async next(withinMs: number): Promise<State | undefined> {
      if (waiting.length === 0 && withinMs > 0) {
        await new Promise<void>((resolve) => {
          const late = setTimeout(resolve, withinMs)
          wake = () => {
            clearTimeout(late)
            resolve()
          }
        })
      }
      return waiting.shift()
    },
  }
}

export const principalOf = (accountId: number): Principal => ({
  accountId,
  username: `player${accountId}`,
  discordId: String(accountId),
  avatar: '',
  ageConfirmed: true,
  sessionKey: '',
  restrictions: [],
})
