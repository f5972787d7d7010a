import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { KlaError, newId } from '@kla/chassis'
import { type MatchState, RestrictionsChanged, SessionEnded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Config, Service } from '../../../src/index.js'
import { ended, type FakeMatchmaking, found, ready, searching } from '../../support/fake-matchmaking.js'
import { newRoom, type TestClient } from '../../support/test-client.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let matchmaking: FakeMatchmaking
let gateway: Service
let ada: TestClient
let witness: TestClient
let nowMs: number

const WITNESS = 99
const HOUR_MS = 3_600_000
const wanted = { mode: 'rush', category: 'gay' }
const SEARCHING = { ...wanted, since: 1_000, estimatedWaitMs: null, waiting: 1 }
const FOUND = { ...wanted, matchId: 'm1', accepted: false, deadline: 10_000, durationMs: 10_000 }

const createGateway = (settings: Partial<Config> = {}): Promise<Service> =>
  world.gateway({ matchKeepMs: HOUR_MS, ...settings }, { now: () => nowMs })

beforeEach(async () => {
  nowMs = Date.now()
  world = await createWorld()
  matchmaking = world.matchmaking
  gateway = await createGateway()
  ada = await world.client(gateway, 1)
  witness = await world.client(gateway, WITNESS)
  await witness.ask('find-match', wanted)
})
afterEach(() => world.stop())

/** All search events that a client received, in order. */
const sent = (client: TestClient): [string, unknown][] =>
  client.received.flatMap(({ event, data }) => (event?.startsWith('match-') ? [[event, data]] : []))
const names = (client: TestClient): string[] => sent(client).map(([event]) => event)

/** Resolves when the gateway has received earlier messages, as another subscriber has. */
async function delivered(): Promise<void> {
  const state = { ...ticketOf(WITNESS), state: found() }
  const count = witness.all('match-found').length + 1
  matchmaking.tell({ ...state, version: state.version + count })
  await witness.event('match-found', count)
}

/** Holds FindMatch's answers, but not its effects, until the returned function is called. */
const holdUp = (): (() => void) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  matchmaking.answering = (call) => (call === 'findMatch' ? held : Promise.resolve())
  return release
}

/** Waits for `count` new rounds of KeepTickets. */
const rounds = (count: number) => {
  const before = matchmaking.kept.length
  return eventually(() => matchmaking.kept.length >= before + count)
}

const ticketOf = (accountId: number): MatchState => matchmaking.tickets.get(accountId) as MatchState
const refOf = (accountId: number) => ({ accountId, ticketId: ticketOf(accountId).ticketId })

describe('a search', () => {
  test('is answered, and sent once however often rooms publishes it', async () => {
    expect(await ada.ask('find-match', wanted)).toEqual({ success: true })
    matchmaking.tell(ticketOf(1))
    await delivered()
    expect(sent(ada)).toEqual([['match-searching', SEARCHING]])
    const order = ada.received.map(({ ack, event }) => event ?? ack)
    expect(order.indexOf('match-searching')).toBeGreaterThan(order.indexOf(1))
  })

  test('goes from found to ready once and in order when updates are duplicated and reordered', async () => {
    await ada.ask('find-match', wanted)
    matchmaking.tells = false
    const states = [ticketOf(1), matchmaking.change(1, found()), matchmaking.change(1, found(true))]
    for (const at of [1, 0, 1, 2, 1, 2, 0]) matchmaking.tell(states[at] as MatchState)
    const last = matchmaking.change(1, ready('r1'))
    matchmaking.tell(last)
    matchmaking.tell(last)
    matchmaking.tell(states[2] as MatchState)
    await delivered()
    expect(sent(ada)).toEqual([
      ['match-searching', SEARCHING],
      ['match-found', FOUND],
      ['match-found', { ...FOUND, accepted: true }],
      ['match-ready', { ...wanted, roomId: 'r1' }],
    ])
  })

  test('receives an update that overtook its answer', async () => {
    const release = holdUp()
    const answer = ada.ask('find-match', wanted)
    await eventually(() => matchmaking.tickets.has(1))
    matchmaking.change(1, found())
    await delivered()
    expect(names(ada)).toEqual([])
    release()
    expect(await answer).toEqual({ success: true })
    await ada.event('match-found')
    expect(names(ada)).toEqual(['match-searching', 'match-found'])
  })

  test('continues when the opponent declines', async () => {
    await ada.ask('find-match', wanted)
    matchmaking.change(1, found())
    matchmaking.change(1, searching(30_000))
    expect(await ada.event('match-searching', 2)).toEqual({ ...SEARCHING, estimatedWaitMs: 30_000 })
    expect(names(ada)).toEqual(['match-searching', 'match-found', 'match-searching'])
  })

  test('is refused to seated players and to those without a confirmed age', async () => {
    await ada.ask('create-room', newRoom())
    expect(await ada.ask('find-match', wanted)).toMatchObject({ code: 'ALREADY_SEATED' })
    world.auth.person(2).ageConfirmed = false
    const bob = await world.client(gateway, 2)
    expect(await bob.ask('find-match', wanted)).toMatchObject({ code: 'AGE_NOT_CONFIRMED' })
    expect([...matchmaking.tickets.keys()]).toEqual([WITNESS])
  })

  test('can be accepted and declined', async () => {
    await ada.ask('find-match', wanted)
    matchmaking.change(1, found())
    await ada.event('match-found')
    expect(await ada.ask('answer-match', { matchId: 'm1', accept: true })).toEqual({ success: true })
    expect(await ada.ask('answer-match', { matchId: 'm2', accept: true })).toMatchObject({ code: 'MATCH_GONE' })
    expect(await ada.ask('answer-match', { matchId: 'm1', accept: false })).toEqual({ success: true })
    await delivered()
    expect(sent(ada).slice(1)).toEqual([
      ['match-found', FOUND],
      ['match-found', { ...FOUND, accepted: true }],
      ['match-ended', { reason: 'declined' }],
    ])
  })

  test('can be cancelled from another connection of the account', async () => {
    await ada.ask('find-match', wanted)
    const phone = await world.client(gateway, 1)
    expect(await phone.ask('cancel-match', {})).toEqual({ success: true })
    expect(await phone.ask('cancel-match', {})).toEqual({ success: true })
    await delivered()
    expect(sent(ada).slice(1)).toEqual([['match-ended', { reason: 'cancelled' }]])
    expect(names(phone)).toEqual([])
  })

  test('is not reported as ended unless rooms ended it', async () => {
    await ada.ask('find-match', wanted)
    matchmaking.answering = () => Promise.reject(new KlaError('UNAVAILABLE'))
    matchmaking.tells = false
    expect(await ada.ask('cancel-match', {})).toMatchObject({ code: 'UNAVAILABLE' })
    expect(names(ada)).toEqual(['match-searching'])
  })

  test('ends for an unknown reason of a newer service', async () => {
    await ada.ask('find-match', wanted)
    matchmaking.change(1, ended('bored'))
    expect(await ada.event('match-ended')).toEqual({ reason: 'gone' })
  })
})

describe('one account with several connections', () => {
  test('searches on the last one', async () => {
    await ada.ask('find-match', wanted)
    matchmaking.tells = false
    const phone = await world.client(gateway, 1)
    expect(await phone.ask('find-match', wanted)).toEqual({ success: true })
    expect(sent(ada).slice(1)).toEqual([['match-ended', { reason: 'gone' }]])
    matchmaking.tells = true
    matchmaking.change(1, found())
    await phone.event('match-found')
    expect(names(phone)).toEqual(['match-searching', 'match-found'])

    ada.drop()
    await delivered()
    phone.drop()
    await eventually(() => matchmaking.dropped.length > 0)
    expect(matchmaking.dropped).toEqual([[refOf(1)]])
  })

  test('has one search when both ask at once and the first is answered last', async () => {
    const phone = await world.client(gateway, 1)
    matchmaking.tells = false
    const releases: (() => void)[] = []
    matchmaking.answering = () => new Promise((resolve) => releases.push(resolve))
    const first = ada.ask('find-match', wanted)
    await eventually(() => releases.length === 1)
    const second = phone.ask('find-match', wanted)
    await eventually(() => releases.length === 2)
    releases[1]?.()
    await second
    releases[0]?.()
    await first
    expect(await ada.event('match-ended')).toEqual({ reason: 'gone' })
    expect(names(phone)).toEqual(['match-searching'])
  })

  test('moves a search by repeating its command after a reconnect', async () => {
    const id = newId()
    await ada.ask('find-match', wanted, id)
    const before = ticketOf(1)
    const back = await world.client(gateway, 1)
    expect(await back.ask('find-match', wanted, id)).toEqual({ success: true })
    expect(names(back)).toEqual(['match-searching'])
    expect(ticketOf(1).connection?.socketId).not.toBe(before.connection?.socketId)
    expect(await back.ask('find-match', wanted, id)).toEqual({ success: true })
    matchmaking.change(1, ready('r1'))
    await back.event('match-ready')

    const again = await world.client(gateway, 1)
    expect(await again.ask('find-match', wanted, id)).toEqual({ success: true })
    expect(await again.event('match-ready')).toEqual({ ...wanted, roomId: 'r1' })
  })

  test('moves a search to another gateway even if the update is lost', async () => {
    const keeping = await createGateway({ matchKeepMs: 20 })
    const here = await world.client(keeping, 2)
    await here.ask('find-match', wanted)
    matchmaking.tells = false
    const there = await world.client(gateway, 2)
    await there.ask('find-match', wanted)
    expect(await here.event('match-ended')).toEqual({ reason: 'gone' })
    here.drop()
    await here.closed
    const other = await world.client(keeping, 3)
    await other.ask('find-match', wanted)
    other.drop()
    await eventually(() => matchmaking.dropped.length > 0)
    expect(matchmaking.dropped).toEqual([[refOf(3)]])
    expect(names(there)).toEqual(['match-searching'])
  })
})

describe('keeping searches', () => {
  let keeping: Service
  let bob: TestClient
  beforeEach(async () => {
    keeping = await createGateway({ matchKeepMs: 20 })
    bob = await world.client(keeping, 2)
    await bob.ask('find-match', wanted)
  })

  test('covers the searches here and no others', async () => {
    await ada.ask('find-match', wanted)
    await rounds(2)
    expect(matchmaking.kept.at(-1)).toEqual([refOf(2)])
    matchmaking.change(2, ended('not-accepted'))
    await bob.event('match-ended')
    const before = matchmaking.kept.length
    await bob.ask('find-match', wanted)
    await eventually(() => matchmaking.kept.length > before)
    expect(matchmaking.kept.at(-1)).toEqual([refOf(2)])
  })

  test('recovers lost updates', async () => {
    matchmaking.tells = false
    matchmaking.change(2, found())
    await bob.event('match-found')
    matchmaking.change(2, ready('r1'))
    await bob.event('match-ready')
    expect(names(bob)).toEqual(['match-searching', 'match-found', 'match-ready'])
  })

  test('ends a search that rooms no longer knows', async () => {
    matchmaking.tickets.delete(2)
    expect(await bob.event('match-ended')).toEqual({ reason: 'gone' })
  })

  test('sends progress at its interval only', async () => {
    await rounds(3)
    expect(bob.all('match-searching')).toHaveLength(1)
    nowMs += 20
    await bob.event('match-searching', 2)
    await rounds(3)
    expect(bob.all('match-searching')).toHaveLength(2)
  })

  test('continues silently after rooms was away', async () => {
    matchmaking.answering = () => Promise.reject(new KlaError('UNAVAILABLE'))
    await rounds(2)
    matchmaking.answering = async () => undefined
    matchmaking.tells = false
    matchmaking.change(2, found())
    await bob.event('match-found')
    expect(names(bob)).toEqual(['match-searching', 'match-found'])
  })
})

describe('a closing connection', () => {
  test('drops its search, batched with others', async () => {
    const bob = await world.client(gateway, 2)
    await ada.ask('find-match', wanted)
    await bob.ask('find-match', wanted)
    ada.drop()
    bob.drop()
    await eventually(() => matchmaking.dropped.flat().length === 2)
    expect(matchmaking.dropped).toHaveLength(1)
    expect(matchmaking.dropped[0]).toEqual(expect.arrayContaining([refOf(1), refOf(2)]))
  })

  test('drops a search that was being requested', async () => {
    const release = holdUp()
    ada.send('find-match', wanted)
    await eventually(() => matchmaking.tickets.has(1))
    ada.drop()
    await ada.closed
    await delivered()
    release()
    await eventually(() => matchmaking.dropped.length === 1)
    expect(matchmaking.dropped).toEqual([[refOf(1)]])
  })

  test('ends its search when signed out', async () => {
    await ada.ask('find-match', wanted)
    const event = SessionEnded.encode({
      eventId: newId(),
      sessionKey: world.auth.person(1).sessionKey,
      accountId: 1,
      administrator: false,
    }).finish()
    world.bus.publish(subjects.eventSessionEnded, event)
    expect(await ada.closed).toBe(4001)
    await eventually(() => matchmaking.dropped.length === 1)
    expect(matchmaking.dropped).toEqual([[refOf(1)]])
  })

  test('keeps its search for the next gateway when this one stops', async () => {
    const leaving = await createGateway()
    const bob = await world.client(leaving, 2)
    await bob.ask('find-match', wanted)
    await leaving.stop()
    expect(await bob.closed).toBe(1001)
    expect(matchmaking.dropped).toEqual([])
    const back = await world.client(gateway, 2)
    expect(await back.ask('find-match', wanted)).toEqual({ success: true })
    await back.event('match-searching')
  })
})

describe('a ban from rooms', () => {
  const ban = { scope: 'rooms', untilMs: 0, reason: '', banId: 7 }
  const tell = (accountId: number): void => {
    Object.assign(world.auth.person(accountId), { restrictions: [ban], restrictionsVersion: 1 })
    const event = { eventId: newId(), accountId, version: 1, restrictions: [ban] }
    world.bus.publish(subjects.eventRestrictionsChanged, RestrictionsChanged.encode(event).finish())
  }

  test('ends a search and keeps the connection', async () => {
    await ada.ask('find-match', wanted)
    tell(1)
    expect(await ada.event('match-ended')).toEqual({ reason: 'banned' })
    await eventually(() => matchmaking.dropped.length === 1)
    expect(matchmaking.dropped).toEqual([[refOf(1)]])
    expect(await ada.ask('find-match', wanted)).toMatchObject({ code: 'BANNED_FROM_ROOMS' })
    expect(await ada.ask('cancel-match', {})).toEqual({ success: true })
  })

  test('ends a search that was being requested', async () => {
    const release = holdUp()
    const answer = ada.ask('find-match', wanted)
    await eventually(() => matchmaking.tickets.has(1))
    tell(1)
    await delivered()
    release()
    await answer
    expect(await ada.event('match-ended')).toEqual({ reason: 'banned' })
    await eventually(() => matchmaking.dropped.length === 1)
  })
})
