import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { newId } from '@kla/chassis'
import { Phase, RelayedLine, SessionEnded, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, LISTENERS, type World } from '../../support/world.js'

describe.each(LISTENERS)('on %s', (_, createListener) => {
  let world: World
  let one: Service
  let two: Service

  beforeEach(async () => {
    world = await createWorld(createListener)
    one = await world.gateway()
    two = await world.gateway()
  })
  afterEach(() => world.stop())

  describe('a room across two gateways', () => {
    test('delivers chat both ways in order with one numbering', async () => {
      const { roomId, ada, bob } = await twoPlayers(world, [one, two])
      await Promise.all(
        [ada, bob].map(async (writer) => {
          for (let line = 0; line < 10; line += 1) await writer.ask('send-message', { roomId, message: String(line) })
        }),
      )
      for (const reader of [ada, bob]) {
        await reader.event('receive-message', 20)
        const lines = reader.all('receive-message') as { username: string; message: string }[]
        for (const writer of ['player1', 'player2']) {
          const order = lines.filter(({ username }) => username === writer).map(({ message }) => Number(message))
          expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        }
        const seqs = reader.seqs()
        expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] as number) + index))
      }
    })

    test('uses no NATS for chat when all members are on one gateway', async () => {
      const lines: string[] = []
      const { roomId, ada, bob } = await twoPlayers(world, [one, one])
      const subscription = await world.bus.subscribe(subjects.roomChat(roomId), ({ data }) =>
        lines.push(RelayedLine.decode(data).message),
      )
      await ada.ask('send-message', { roomId, message: 'between us' })
      await bob.event('receive-message')
      const back = await world.client(two, 2)
      await back.ask('sync-room', { roomId })
      await ada.event('user-connected', 2)
      await ada.ask('send-message', { roomId, message: 'far away' })
      expect(await back.event('receive-message')).toEqual({ username: 'player1', message: 'far away' })
      await eventually(() => lines.length > 0)
      expect(lines).toEqual(['far away'])
      subscription.close()
    })

    test('shows and keeps a message once when its writer sends it again through the other gateway', async () => {
      const { roomId, ada, bob } = await twoPlayers(world, [one, two])
      const id = newId()
      await ada.ask('send-message', { roomId, message: 'before the loss' }, id)
      await bob.event('receive-message')
      const back = await world.client(two, 1)
      await back.ask('sync-room', { roomId })
      expect(await back.ask('send-message', { roomId, message: 'before the loss' }, id)).toEqual({ success: true })
      await back.ask('send-message', { roomId, message: 'after it' })
      await bob.event('receive-message', 2)
      expect(bob.all('receive-message').map((line) => 'message' in line && line.message)).toEqual([
        'before the loss',
        'after it',
      ])
      await bob.ask('sync-room', { roomId })
      expect(
        bob
          .all('room-state')
          .at(-1)
          ?.lines?.map(({ message }) => message),
      ).toEqual(['before the loss', 'after it'])
    })

    test('has the missed messages for a player who returns to the same gateway', async () => {
      const { roomId, ada, bob } = await twoPlayers(world, [one, two])
      await ada.ask('send-message', { roomId, message: 'first' })
      await bob.event('receive-message')
      bob.drop()
      await bob.closed
      const elsewhere: string[] = []
      const subscription = await world.bus.subscribe(subjects.roomChat(roomId), ({ data }) =>
        elsewhere.push(RelayedLine.decode(data).message),
      )
      await ada.ask('send-message', { roomId, message: 'meanwhile' })
      await eventually(() => elsewhere.length > 0)
      subscription.close()
      const back = await world.client(two, 2)
      await back.ask('sync-room', { roomId })
      const known = (): string[] =>
        back
          .all('room-state')
          .at(-1)
          ?.lines?.map(({ message }) => message) ?? []
      await eventually(() => known().length === 2)
      expect(known()).toEqual(['first', 'meanwhile'])
    })

    test('delivers typing only to the opponent, over NATS only if the opponent is elsewhere', async () => {
      let relayed = 0
      const { roomId, ada, bob } = await twoPlayers(world, [one, one])
      const subscription = await world.bus.subscribe(subjects.roomTyping(roomId), () => void (relayed += 1))
      expect(await ada.ask('typing', { roomId })).toEqual({ success: true })
      expect(await bob.event('typing')).toEqual({ id: 1 })
      const back = await world.client(two, 2)
      await back.ask('sync-room', { roomId })
      await ada.event('user-connected', 2)
      ada.send('typing', { roomId })
      expect(await back.event('typing')).toEqual({ id: 1 })
      await eventually(() => relayed > 0)
      expect(relayed).toBe(1)
      expect(ada.all('typing')).toEqual([])
      subscription.close()
    })

    test('drops typing above its rate silently, unless the client asks for an answer', async () => {
      const { roomId, ada, bob } = await twoPlayers(world, [one, one])
      for (let sign = 0; sign < 40; sign += 1) ada.send('typing', { roomId })
      expect(await ada.ask('typing', { roomId })).toMatchObject({ code: 'RATE_LIMITED' })
      expect(await ada.ask('send-message', { roomId, message: 'typed' })).toEqual({ success: true })
      await bob.event('receive-message')
      expect(bob.all('typing').length).toBeLessThan(20)
      expect(ada.all('error')).toEqual([])
    })

    test('follows a player to the other gateway: 4009 on the first, higher numbers on the second', async () => {
      const { roomId, bob } = await twoPlayers(world, [one, one])
      const last = bob.seqs().at(-1) as number
      const again = await world.client(two, 2)
      await again.ask('sync-room', { roomId })
      expect(await bob.closed).toBe(4009)
      expect(again.seqs()[0]).toBeGreaterThan(last)
    })

    test('receives battle updates on both', async () => {
      const { roomId, ada, bob } = await twoPlayers(world, [one, two])
      world.engine.happen(
        roomId,
        [{ event: { $case: 'promptGif', value: { round: 1, deadlineMs: 5, durationMs: 5 } } }],
        {
          phase: Phase.PROMPT,
        },
      )()
      await Promise.all([ada.event('prompt-gif'), bob.event('prompt-gif')])
    })
  })

  describe('an ended session', () => {
    test('closes its sockets on every gateway within a second, and no others', async () => {
      const { ada, bob } = await twoPlayers(world, [one, two])
      const spare = await world.client(two, 1)
      await spare.ask('request-room-list', {})
      const endedAt = Date.now()
      const ended = SessionEnded.encode({
        eventId: 'f',
        sessionKey: world.auth.person(1).sessionKey,
        accountId: 1,
        administrator: false,
      }).finish()
      world.bus.publish(subjects.eventSessionEnded, ended)
      expect(await Promise.all([ada.closed, spare.closed])).toEqual([4001, 4001])
      expect(Date.now() - endedAt).toBeLessThan(1_000)
      expect(await bob.ask('request-room-list', {})).toMatchObject({ code: 'ALREADY_SEATED' })
    })

    test('signs no one in while it is being resolved', async () => {
      const { sessionKey } = world.auth.person(9)
      let open = (): void => undefined
      world.auth.gate = new Promise((resolve) => (open = resolve))
      const late = await world.client(one, 9)
      late.send('create-room', newRoom(), { ack: 1 })
      const witness = await world.client(one, 0)
      world.bus.publish(
        subjects.eventSessionEnded,
        SessionEnded.encode({ eventId: 'f', sessionKey, accountId: 9, administrator: false }).finish(),
      )
      await world.bus.flush()
      await witness.ask('request-room-list', {})
      open()
      expect((await eventually(() => late.received[0] ?? false)) as object).toMatchObject({
        ack: 1,
        data: { code: 'NOT_SIGNED_IN_TO_CREATE' },
      })
    })
  })

  describe('a draining gateway with players', () => {
    test('closes its sockets with 1001, notifies rooms, and lets players continue elsewhere', async () => {
      const { roomId, ada, bob } = await twoPlayers(world, [one, two])
      const idle = await world.client(one, 0)
      const stopping = one.stop()
      expect(await Promise.all([ada.closed, idle.closed])).toEqual([1001, 1001])
      await stopping
      expect(world.rooms.lost).toMatchObject([{ roomId, accountId: 1 }])
      await expect(world.client(one, 1)).rejects.toThrow()
      const again = await world.client(two, 1)
      await again.ask('sync-room', { roomId })
      await bob.event('user-connected', 1)
      await again.ask('send-message', { roomId, message: 'moved' })
      expect(await bob.event('receive-message')).toEqual({ username: 'player1', message: 'moved' })
    })

    test('finishes events in progress', async () => {
      const ada = await world.client(one, 1)
      let open = (): void => undefined
      const gate = new Promise<void>((resolve) => (open = resolve))
      world.rooms.before = (call) => (call === 'createRoom' ? gate : Promise.resolve())
      const answer = ada.ask('create-room', newRoom())
      await eventually(() => world.rooms.calls.get('createRoom') === 1)
      const stopping = one.stop()
      open()
      expect(await answer).toMatchObject({ success: true })
      expect(await ada.closed).toBe(1001)
      await stopping
      expect(world.rooms.lost).toMatchObject([{ accountId: 1 }])
    })
  })
})
