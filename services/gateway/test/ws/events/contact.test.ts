import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { LinesWaiting, LinesWanted, subjects } from '@kla/proto'
import type { Service } from '../../../src/index.js'
import type { TestClient } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let one: Service
let two: Service

beforeAll(async () => {
  world = await createWorld()
  one = await world.gateway()
  two = await world.gateway()
})
afterAll(() => world.stop())

const WRITTEN = 'add me on snap wild_cat99, or see www.wild.example/cat'
const COVERED = 'add me on snap •••, or see •••'
const WITHOUT_LINK = 'add me on snap wild_cat99, or see •••'

describe.each([
  ['one gateway', () => [one, one] as const, [11, 12] as const],
  ['two gateways', () => [one, two] as const, [13, 14] as const],
])('a chat message with contact details between players on %s', (_, gateways, people) => {
  test('is refused once, then arrives covered, but as written for its writer', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, gateways(), people)
    const say = (message: string) => ada.ask('send-message', { roomId, message })
    expect(await say(WRITTEN)).toMatchObject({ success: false, code: 'CONTACT_ASK' })
    expect(await say(WRITTEN)).toEqual({ success: true })
    expect(await bob.event('receive-message')).toMatchObject({ message: COVERED, original: WITHOUT_LINK })
    expect(await ada.event('receive-message')).toMatchObject({ message: WRITTEN, coveredForOthers: true })
  })

  test('shows a link only to its writer and leaves other messages alone', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, gateways(), [people[0] + 10, people[1] + 10])
    const say = (message: string) => ada.ask('send-message', { roomId, message })
    await say('look at wild.example.com')
    await say('look at wild.example.com')
    const link = await bob.event('receive-message')
    expect(link).toMatchObject({ message: 'look at •••' })
    expect(link).not.toHaveProperty('original')
    await say('see you at 8')
    expect(await bob.event('receive-message', 2)).toEqual({ username: expect.any(String), message: 'see you at 8' })
    expect(await ada.event('receive-message', 2)).not.toHaveProperty('coveredForOthers')
  })

  test('comes back after a reload as the player may see it', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, gateways(), [people[0] + 20, people[1] + 20])
    for (const _try of [1, 2]) await ada.ask('send-message', { roomId, message: WRITTEN })
    await bob.event('receive-message')
    for (const [player, line] of [
      [bob, { message: COVERED, original: WITHOUT_LINK }],
      [ada, { message: WITHOUT_LINK }],
    ] as const) {
      const before = player.all('room-state').length
      await player.ask('sync-room', { roomId })
      expect((await player.event('room-state', before + 1)).lines).toMatchObject([line])
    }
  })
})

test('a message with contact details that is repeated through another gateway is sent once, and not asked about', async () => {
  const { roomId, ada, bob } = await twoPlayers(world, [one, two], [61, 62])
  const id = randomUUID()
  const say = (player: TestClient, by: string) => player.ask('send-message', { roomId, message: WRITTEN }, by)
  expect(await say(ada, randomUUID())).toMatchObject({ code: 'CONTACT_ASK' })
  expect(await say(ada, id)).toEqual({ success: true })
  await bob.event('receive-message')
  const back = await world.client(two, 61)
  await back.ask('sync-room', { roomId })
  expect(await say(back, id.toUpperCase())).toEqual({ success: true })
  expect(await bob.ask('send-message', { roomId, message: 'one only' })).toEqual({ success: true })
  expect(bob.all('receive-message')).toMatchObject([{ message: COVERED }, { message: 'one only' }])
})

test('a report finds the message as it was written', async () => {
  const gateway = await world.gateway({ transcriptFlushMs: 1_000_000 })
  const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway], [51, 52])
  for (const _try of [1, 2]) await ada.ask('send-message', { roomId, message: WRITTEN })
  await bob.event('receive-message')
  const gatewayId = world.rooms.rooms.get(roomId)?.seats[0]?.connection?.gatewayId ?? ''
  const answer = await world.bus.ask(subjects.gatewayLines(gatewayId), LinesWanted.encode({ roomId }).finish(), 1_000)
  expect(LinesWaiting.decode(answer).lines).toMatchObject([{ message: WRITTEN }])
})
