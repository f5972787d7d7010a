import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { type MatchState, RestrictionsChanged, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import { newAccount } from '../platform.js'
import { createSearchers, type MatchPod, type Searchers } from './searchers.js'

let people: Searchers
let one: MatchPod
let other: MatchPod

beforeAll(async () => {
  people = await createSearchers()
  one = await people.pod()
  other = await people.pod()
})
afterAll(() => people.stop())

/** Each test searches in a pool that no other one uses at the same time: they run one after another. */
async function found(): Promise<{ ada: number; bob: number; adas: MatchState; bobs: MatchState; matchId: string }> {
  const [ada, bob] = [newAccount(), newAccount()]
  const adas = await people.find(one, ada)
  const bobs = await people.find(other, bob)
  const { matchId } = await people.until(one, adas, 'found')
  return { ada, bob, adas, bobs, matchId }
}

const leave = async (accountId: number, roomId: string): Promise<unknown> =>
  one.client.leaveRoom({ commandId: newId(), roomId }, await people.platform.principal(accountId))

const endedOf = async (state: MatchState): Promise<string> => (await people.until(one, state, 'ended')).reason

test('a search can be cancelled while Redis has no memory, and none can be started', async () => {
  const ada = newAccount()
  const search = await people.find(one, ada)
  const { redis } = people.platform
  await redis.config('SET', 'maxmemory', '1')
  try {
    await expect(people.find(one, newAccount())).rejects.toMatchObject({ reason: 'UNAVAILABLE' })
    await people.cancel(other, ada)
  } finally {
    await redis.config('SET', 'maxmemory', '0')
  }
  expect(await endedOf(search)).toBe('cancelled')
})

describe('two searches in the same pool', () => {
  test('are matched, accepted, and get one seat each in a new room', async () => {
    const { ada, bob, adas, bobs, matchId } = await found()
    expect((await people.until(other, bobs, 'found')).matchId).toBe(matchId)
    const accepted = await people.answer(one, ada, matchId, true)
    expect(accepted.state).toMatchObject({ $case: 'found', value: { accepted: true } })
    await people.answer(other, bob, matchId, true)
    const { roomId } = await people.until(one, adas, 'ready')
    expect(await people.until(other, bobs, 'ready')).toEqual({ roomId })
    const { room } = await one.client.getRoom({ roomId })
    expect(room).toMatchObject({ origin: 'match', mode: 'rush', category: 'default', publicRoom: false })
    expect(room?.reservedFor.sort()).toEqual([ada, bob].sort())
    expect(room?.seats.every((seat) => seat.graceDeadlineMs > 0)).toBe(true)
    const joined = await people.platform.join(one.client, ada, roomId, { socketId: 'there' })
    expect(joined.seats.find((seat) => seat.accountId === ada)).toMatchObject({ graceDeadlineMs: 0 })
    const stranger = people.platform.join(one.client, newAccount(), roomId)
    await expect(stranger).rejects.toMatchObject({ reason: 'NOT_INVITED' })
    await people.platform.join(other.client, bob, roomId)
  })

  test('are published to their gateways', async () => {
    const { ada, bob, matchId } = await found()
    await people.answer(one, ada, matchId, true)
    await people.answer(one, bob, matchId, true)
    for (const accountId of [ada, bob]) {
      const received = (): (string | undefined)[] =>
        people.updates.filter((update) => update.accountId === accountId).map(({ state }) => state?.$case)
      await eventually(() => expect(received()).toEqual(expect.arrayContaining(['searching', 'found', 'ready'])))
    }
  })

  test('are not matched with each other again for a while', async () => {
    const { ada, bob, adas, matchId } = await found()
    await people.answer(one, ada, matchId, true)
    await people.answer(one, bob, matchId, true)
    const { roomId } = await people.until(one, adas, 'ready')
    await Promise.all([leave(ada, roomId), leave(bob, roomId)])
    const [again, bobs] = [await people.find(one, ada), await people.find(one, bob)]
    const eve = newAccount()
    const eves = await people.find(other, eve)
    const { matchId: second } = await people.until(one, eves, 'found')
    const states = await Promise.all([people.keep(one, again), people.keep(one, bobs)])
    expect(states.map(({ state }) => state?.$case).sort()).toEqual(['found', 'searching'])
    for (const accountId of [ada, bob, eve]) await people.cancel(one, accountId)
    expect(second).not.toBe(matchId)
  })

  test('are not matched across modes and categories', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    const adas = await people.find(one, ada, { category: 'trans' })
    const bobs = await people.find(one, bob, { category: 'gay' })
    const eves = await people.find(one, eve, { category: 'trans', mode: 'stamina' })
    const late = newAccount()
    await people.find(one, late, { category: 'trans' })
    await people.until(one, adas, 'found')
    expect((await people.keep(one, bobs)).state?.$case).toBe('searching')
    expect((await people.keep(one, eves)).state?.$case).toBe('searching')
    for (const accountId of [ada, bob, eve, late]) await people.cancel(one, accountId)
  })

  test('are not matched where one player has blocked the other', async () => {
    const [ada, bob, eve] = [newAccount(), newAccount(), newAccount()]
    await people.platform.nameInPublic(bob)
    await one.blocks.blockPlayer({ accountId: bob }, await people.platform.principal(ada))
    const adas = await people.find(one, ada)
    const bobs = await people.find(one, bob)
    const eves = await people.find(one, eve)
    await people.until(one, eves, 'found')
    const states = await Promise.all([people.keep(one, adas), people.keep(one, bobs)])
    expect(states.map(({ state }) => state?.$case).sort()).toEqual(['found', 'searching'])
    for (const accountId of [ada, bob, eve]) await people.cancel(one, accountId)
  })

  test('get no room when one player blocks the other after the match', async () => {
    const { ada, bob, adas, bobs, matchId } = await found()
    await people.platform.nameInPublic(bob)
    await one.blocks.blockPlayer({ accountId: bob }, await people.platform.principal(ada))
    await people.answer(one, ada, matchId, true)
    await people.answer(one, bob, matchId, true)
    const searching = await people.until(one, adas, 'searching')
    expect(searching.sinceMs).toBe(sinceOf(adas))
    await people.until(one, bobs, 'searching')
    await Promise.all([people.cancel(one, ada), people.cancel(one, bob)])
  })
})

const sinceOf = ({ state }: MatchState): number => (state?.$case === 'searching' ? state.value.sinceMs : 0)

describe('a player with a match', () => {
  test("can decline, which ends the search and keeps the other player's waiting time", async () => {
    const { ada, bob, adas, bobs, matchId } = await found()
    await people.answer(one, ada, matchId, true)
    await people.answer(one, bob, matchId, false)
    expect(await endedOf(bobs)).toBe('declined')
    expect(await people.until(one, adas, 'searching')).toMatchObject({ sinceMs: sinceOf(adas) })
    await people.answer(one, bob, matchId, false)
    await expect(people.answer(one, ada, matchId, true)).rejects.toMatchObject({ reason: 'MATCH_GONE' })
    await people.cancel(one, ada)
  })

  test('declines by cancelling', async () => {
    const { ada, bob, adas, bobs } = await found()
    await people.cancel(other, ada)
    await people.cancel(other, ada)
    expect(await endedOf(adas)).toBe('cancelled')
    await people.until(one, bobs, 'searching')
    await people.cancel(one, bob)
  })

  test('cannot answer for another player or an unknown match', async () => {
    const { ada, bob, matchId } = await found()
    await expect(people.answer(one, newAccount(), matchId, true)).rejects.toMatchObject({ reason: 'MATCH_GONE' })
    await expect(people.answer(one, ada, newId(), true)).rejects.toMatchObject({ reason: 'MATCH_GONE' })
    await Promise.all([people.cancel(one, ada), people.cancel(one, bob)])
  })

  test('can repeat the answer', async () => {
    const { ada, bob, adas, matchId } = await found()
    await people.answer(one, ada, matchId, true)
    await people.answer(other, ada, matchId, true)
    await Promise.all([people.answer(one, bob, matchId, true), people.answer(other, bob, matchId, true)])
    const { roomId } = await people.until(one, adas, 'ready')
    expect((await people.answer(one, bob, matchId, true)).accountId).toBe(bob)
    expect((await one.client.getRoom({ roomId })).room?.seats).toHaveLength(2)
  })

  test('gets one room when both accept concurrently', async () => {
    for (let time = 0; time < 10; time++) {
      const { ada, bob, adas, bobs, matchId } = await found()
      await Promise.all([people.answer(one, ada, matchId, true), people.answer(other, bob, matchId, true)])
      expect(await people.until(one, adas, 'ready')).toEqual(await people.until(one, bobs, 'ready'))
    }
  })
})

describe('a player who searches again after both accepted', () => {
  const opened = async () => {
    const { ada, bob, adas, bobs, matchId } = await found()
    await people.answer(one, ada, matchId, true)
    await people.answer(one, bob, matchId, true)
    const { roomId } = await people.until(one, adas, 'ready')
    return { ada, bob, adas, bobs, roomId }
  }

  test('gets the match again, on another connection and for another pool, until the seat is taken', async () => {
    const { ada, bob, adas, roomId } = await opened()
    const again = await people.find(other, ada, { socketId: 'another', mode: 'stamina' })
    expect(again).toMatchObject({ ticketId: adas.ticketId, mode: 'rush', state: { $case: 'ready', value: { roomId } } })
    await people.platform.join(one.client, ada, roomId)
    await expect(people.find(one, ada)).rejects.toMatchObject({ reason: 'ALREADY_SEATED' })
    await Promise.all([leave(ada, roomId), leave(bob, roomId)])
  })

  test('begins a new search once either player has left the room', async () => {
    for (const who of ['ada', 'bob'] as const) {
      const { roomId, ...players } = await opened()
      await leave(players[who], roomId)
      expect(await people.find(one, players.ada)).toMatchObject({ state: { $case: 'searching' } })
      await people.cancel(one, players.ada)
    }
  })
})

describe('a search', () => {
  test('rejects minors, banned players, missing connections and unknown pools', async () => {
    const ada = newAccount()
    const restrictions = [{ scope: 'rooms', untilMs: 0 }]
    const minor = people.find(one, ada, {}, { ageConfirmed: false })
    await expect(minor).rejects.toMatchObject({ reason: 'AGE_NOT_CONFIRMED' })
    await expect(people.find(one, ada, {}, { restrictions })).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    for (const wrong of [{ mode: 'chess' }, { category: 'none' }, { socketId: '' }]) {
      await expect(people.find(one, ada, wrong)).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    }
    const seated = newAccount()
    await people.platform.create(one.client, seated)
    await expect(people.find(one, seated)).rejects.toMatchObject({ reason: 'ALREADY_SEATED' })
  })

  test('is the same one when its command is repeated, also after its end', async () => {
    const [ada, commandId] = [newAccount(), newId()]
    const first = await people.find(one, ada, { commandId })
    expect(await people.find(other, ada, { commandId })).toEqual(first)
    await people.cancel(one, ada)
    const late = await people.find(other, ada, { commandId })
    expect(late.state).toEqual({ $case: 'ended', value: { reason: 'cancelled' } })
  })

  test('moves to another connection, and the former one gets a last state', async () => {
    const ada = newAccount()
    const first = await people.find(one, ada)
    const moved = await people.find(one, ada, { socketId: 'another' })
    expect(moved.ticketId).not.toBe(first.ticketId)
    expect(sinceOf(moved)).toBe(sinceOf(first))
    expect(await endedOf(first)).toBe('gone')
    const farewells = (): MatchState[] =>
      people.updates.filter(({ ticketId, state }) => ticketId === first.ticketId && state?.$case === 'ended')
    await eventually(() => expect(farewells()).toHaveLength(1))
    // What the connection before reports does not touch it any more.
    await one.match.dropTickets({ gatewayId: people.gatewayId, tickets: [first] })
    expect((await people.keep(one, moved)).state?.$case).toBe('searching')
    await people.cancel(one, ada)
  })

  test('ends with its connection, and with a seat in another room', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const adas = await people.find(one, ada, { category: 'trans' })
    await one.match.dropTickets({ gatewayId: people.gatewayId, tickets: [adas] })
    expect(await endedOf(adas)).toBe('gone')
    const bobs = await people.find(one, bob, { category: 'trans' })
    await people.platform.create(other.client, bob)
    expect(await endedOf(bobs)).toBe('seated')
  })

  test('ends with a ban, without a lapse for the other player', async () => {
    const { ada, bob, adas, bobs } = await found()
    const restrictions = [{ scope: 'rooms', untilMs: 0, reason: '', banId: 0 }]
    const event = { eventId: newId(), accountId: ada, version: 1, restrictions }
    await people.platform.bus.publishEvent(
      subjects.eventRestrictionsChanged,
      event.eventId,
      RestrictionsChanged.encode(event).finish(),
    )
    expect(await endedOf(adas)).toBe('banned')
    await people.until(one, bobs, 'searching')
    await expect(people.find(one, ada)).rejects.toMatchObject({ reason: 'BANNED_FROM_ROOMS' })
    await people.cancel(one, bob)
  })

  test('reports how many are waiting and for how long', async () => {
    const [ada, bob] = [newAccount(), newAccount()]
    const adas = await people.find(one, ada, { mode: 'stamina', category: 'hentai' })
    expect(adas.state).toMatchObject({ $case: 'searching', value: { waiting: 1, estimatedWaitMs: 0 } })
    const bobs = await people.find(one, bob, { mode: 'stamina', category: 'hentai' })
    const { matchId } = await people.until(one, bobs, 'found')
    await people.answer(one, ada, matchId, true)
    await people.answer(one, bob, matchId, true)
    await people.until(one, bobs, 'ready')
    const eve = newAccount()
    await eventually(async () => {
      const { state } = await people.find(one, eve, { mode: 'stamina', category: 'hentai' })
      expect(state?.$case === 'searching' && state.value.estimatedWaitMs).toBeGreaterThan(0)
    })
    await people.cancel(one, eve)
  })

  test('is reported as gone to a gateway that keeps an unknown one', async () => {
    const state = { accountId: newAccount(), ticketId: newId() } as MatchState
    expect(await endedOf(state)).toBe('gone')
    const withoutGateway = one.match.keepTickets({ gatewayId: '', tickets: [] })
    await expect(withoutGateway).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
    const tickets = Array.from({ length: 5_001 }, () => ({ accountId: 1, ticketId: '' }))
    await expect(one.match.keepTickets({ gatewayId: 'g', tickets })).rejects.toMatchObject({ reason: 'INVALID_FIELD' })
  })
})

describe('GetActivity', () => {
  test('counts searches and seats with an opponent, with one to four as four', async () => {
    const activity = async () => {
      const { pools } = await one.match.getActivity({})
      expect(pools).toHaveLength(8)
      return pools.find(({ mode, category }) => mode === 'stamina' && category === 'trans')
    }
    const wanted = { mode: 'stamina', category: 'trans' }
    expect(await activity()).toMatchObject({ searching: 0, playing: 0 })
    const { platform } = people
    const [ada, bob] = [newAccount(), newAccount()]
    const { id } = await platform.create(one.client, ada, wanted)
    expect(await activity()).toMatchObject({ searching: 0, playing: 0 })
    await platform.join(other.client, bob, id)
    expect(await activity()).toMatchObject({ searching: 0, playing: 4 })
    await one.client.leaveRoom({ commandId: newId(), roomId: id }, await platform.principal(bob))
    expect(await activity()).toMatchObject({ searching: 0, playing: 0 })
  })
})
