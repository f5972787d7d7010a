import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { Phase } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { type TwoPlayers, twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service
let room: TwoPlayers
let release: () => void

beforeEach(async () => {
  world = await createWorld()
  gateway = await world.gateway()
  room = await twoPlayers(world, [gateway, gateway])
  release = () => undefined
})
afterEach(async () => {
  release()
  await world.stop()
})

/** Stops commerce's answers until {@link release}. */
const holdUp = (): void => {
  world.engine.gate = new Promise((resolve) => (release = resolve))
}

describe('saves and Wild Cards', () => {
  test('call the engine and return what the protocol says', async () => {
    const { roomId, ada } = room
    expect(await ada.ask('save-gif-choice', { roomId, index: 2, round: 7 })).toEqual({
      success: true,
      gifUrl: 'https://clips.example/2.mp4',
    })
    expect(await ada.ask('save-gif-received', { roomId, receivedGif: 'g1' })).toEqual({ success: true, gifUrl: 'g1' })
    expect(await ada.ask('wild-card-choice', { roomId, gifUrl: 'g2', round: 7 })).toEqual({
      success: true,
      remainingWildCards: 24,
    })
    expect(world.engine.effects).toEqual([
      `saveGifChoice ${roomId} 2 of 7 1`,
      `saveGifReceived ${roomId} g1 1`,
      `playWildCard ${roomId} g2 in 7 1`,
    ])
  })

  test.each([0, 1.5, 2 ** 31, '1', null])('are refused for an impossible round %p', async (round) => {
    const answer = await room.ada.ask('save-gif-choice', { roomId: room.roomId, index: 1, round })
    expect(answer).toMatchObject({ success: false, code: 'INVALID_FIELD' })
    expect(world.engine.effects).toEqual([])
  })

  test.each(['NO_GIF_SAVES', 'ALREADY_SAVED', 'NO_WILD_CARDS', 'NOT_IN_LIBRARY'] as const)(
    'are refused: %s',
    async (reason) => {
      world.engine.refusal = reason
      expect(await room.ada.ask('wild-card-choice', { roomId: room.roomId, gifUrl: 'g' })).toMatchObject({
        success: false,
        code: reason,
      })
    },
  )

  test('take effect once when repeated, also at another gateway', async () => {
    const { roomId, ada } = room
    const other = await world.client(await world.gateway(), 1)
    const id = newId()
    const save = { roomId, index: 1 }
    const answers = [
      await ada.ask('save-gif-choice', save, id),
      await ada.ask('save-gif-choice', save, id),
      await other.ask('save-gif-choice', save, id),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(world.engine.effects).toHaveLength(1)
    expect(world.engine.calls.get(`saveGifChoice ${roomId} 1 of 0`)).toBe(2)
  })

  test('may be retried with their id when commerce was away', async () => {
    const { roomId, ada } = room
    const id = newId()
    world.engine.refusal = 'UNAVAILABLE'
    expect(await ada.ask('wild-card-choice', { roomId, gifUrl: 'g' }, id)).toMatchObject({ code: 'UNAVAILABLE' })
    world.engine.refusal = undefined
    expect(await ada.ask('wild-card-choice', { roomId, gifUrl: 'g' }, id)).toMatchObject({ success: true })
  })
})

describe('slow commerce', () => {
  test('delays neither picks, chat, signals and leaving nor the next save', async () => {
    const { roomId, ada, bob } = room
    holdUp()
    ada.send('save-gif-choice', { roomId, index: 1 }, { ack: 901 })
    ada.send('wild-card-choice', { roomId, gifUrl: 'g' }, { ack: 902 })
    expect(await ada.ask('gif-choice', { roomId, index: 1 })).toEqual({ success: true })
    expect(await ada.ask('send-message', { roomId, message: 'hi' })).toEqual({ success: true })
    const [bobsSeat] = world.rooms.rooms.get(roomId)?.seats.filter(({ accountId }) => accountId === 2) ?? []
    const to = bobsSeat?.connection?.socketId
    expect(await ada.ask('ice-candidate', { to, payload: {} })).toEqual({ success: true })
    expect(await ada.ask('leave-room', { roomId })).toEqual({ success: true })
    await bob.event('user-disconnected')
    expect(ada.received.filter(({ ack }) => ack === 901 || ack === 902)).toEqual([])
    release()
    await eventually(() => ada.received.filter(({ ack }) => ack === 901 || ack === 902).length === 2)
  })

  test('is protected by a limit per connection', async () => {
    const { roomId, ada } = room
    holdUp()
    for (let time = 0; time < 12; time += 1) ada.send('save-gif-choice', { roomId, index: 1 }, { ack: 900 + time })
    await eventually(() => ada.received.some(({ data }) => data['code'] === 'RATE_LIMITED'))
    expect(await ada.ask('gif-choice', { roomId, index: 1 })).toEqual({ success: true })
  })

  test('gets a longer deadline than other calls, but shorter than clients wait', async () => {
    const seen: (number | undefined)[] = []
    const { client } = world.engine
    const watched: typeof client.saveGifChoice = async (request, context) => {
      seen.push(context?.deadlineMs, context?.attemptMs)
      return client.saveGifChoice(request, context)
    }
    const other = await world.gateway({}, { clients: { engine: { ...client, saveGifChoice: watched } } })
    const ada = await world.client(other, 1)
    await ada.ask('save-gif-choice', { roomId: room.roomId, index: 1 })
    expect(seen).toEqual([9_000, 4_000])
  })
})

test('a Wild Card shows in the room as one', async () => {
  const { roomId, ada, bob } = room
  const phase = { phase: Phase.SHOW, round: 1, deadlineMs: Date.now() + 40_000, durationMs: 40_000 }
  world.engine.happen(
    roomId,
    [{ recipient: 2, event: { $case: 'receiveGif', value: { round: 1, gifUrl: 'g', wildCard: true } } }],
    { ...phase, wildCard: 'g', receivedGif: 'h', receivedWildCard: true },
  )()
  expect(await bob.event('receive-gif')).toEqual({ round: 1, gifUrl: 'g', wildCard: true })
  expect(ada.all('receive-gif')).toEqual([])
  await ada.ask('sync-room', { roomId })
  expect(await ada.event('room-state')).toMatchObject({
    wildCard: 'g',
    picked: null,
    receivedGif: { round: 1, gifUrl: 'h', wildCard: true },
  })
})
