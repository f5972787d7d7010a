import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { PeersStarted, Phase, Signal, SignalKind, type StartPeers, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import { newRoom } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let gateway: Service

beforeEach(async () => {
  world = await createWorld()
  gateway = await world.gateway()
})
afterEach(() => world.stop())

describe('create-room', () => {
  test('answers with the id, then sends that the room is open and who is seated', async () => {
    const ada = await world.client(gateway, 1)
    const answer = await ada.ask('create-room', newRoom())
    expect(answer).toEqual({ success: true, roomId: expect.any(String) })
    await ada.event('room-state')
    expect(ada.received.map(({ ack, event }) => event ?? ack)).toEqual([
      1,
      'room-created',
      'room-user-list',
      'room-state',
    ])
    expect(await ada.event('room-created')).toEqual({ roomId: answer['roomId'] })
    expect(await ada.event('room-user-list')).toEqual({
      players: [
        { socketId: expect.any(String), username: 'player1', discord_id: '1001', id: 1, avatar: '', connected: true },
      ],
      judges: [],
    })
  })

  test('does not read the room, being subscribed before it exists', async () => {
    const ada = await world.client(gateway, 1)
    await ada.ask('create-room', newRoom())
    await ada.event('room-user-list')
    expect(world.rooms.calls.get('getRoom')).toBeUndefined()
  })

  test('reads and enters the room when its id is not the proposed one', async () => {
    world.rooms.keepsProposals = false
    const { ada } = await twoPlayers(world, [gateway, gateway])
    await ada.event('user-connected')
    expect(world.rooms.calls.get('getRoom')).toBe(1)
  })

  test('passes a passcode on only if one is required', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = await ada.ask('create-room', newRoom({ passcode: 'sesame', passcodeRequired: false }))
    expect(world.rooms.rooms.get(roomId as string)?.passcodeRequired).toBe(false)
  })

  test('is refused to visitors with the text of the specification', async () => {
    const nobody = await world.client(gateway, 0)
    expect(await nobody.ask('create-room', newRoom())).toEqual({
      success: false,
      code: 'NOT_SIGNED_IN_TO_CREATE',
      error: 'You must be logged in with Discord to create a room.',
    })
  })

  test('applies an age declared after the connection was opened', async () => {
    world.auth.person(1).ageConfirmed = false
    const ada = await world.client(gateway, 1)
    expect(await ada.ask('create-room', newRoom())).toMatchObject({ code: 'AGE_NOT_CONFIRMED' })
    world.auth.person(1).ageConfirmed = true
    expect(await ada.ask('create-room', newRoom())).toMatchObject({ success: true })
  })
})

describe('look-at-room', () => {
  test('says what the list says about the room, and takes no seat', async () => {
    const [ada, bob] = [await world.client(gateway, 1), await world.client(gateway, 2)]
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    await bob.ask('request-room-list', {})
    const { rooms } = await bob.event('public-room-list')
    expect(await bob.ask('look-at-room', { roomId })).toEqual({ success: true, room: rooms[0], hostHere: true })
    expect(rooms[0]).toMatchObject({ id: roomId, veiled: false })
    expect(await bob.ask('look-at-room', { roomId: 'none' })).toMatchObject({ success: false, code: 'ROOM_NOT_FOUND' })
    expect(bob.all('join-error')).toEqual([])
    expect(ada.all('user-connected')).toEqual([])
  })
})

describe('join-room', () => {
  test('notifies both players in order and by number', async () => {
    const { ada, bob } = await twoPlayers(world, [gateway, gateway])
    await ada.event('room-user-list', 2)
    expect(ada.all('user-connected')).toEqual([{ socketId: expect.any(String), id: 2, username: 'player2' }])
    expect(bob.all('user-connected')).toEqual([])
    expect((await bob.event('room-user-list')).players.map(({ id }) => id)).toEqual([1, 2])
    const seqs = ada.seqs()
    expect(seqs.map((seq) => seq - (seqs[0] as number))).toEqual([0, 1, 2])
  })

  test('is refused by answer and by join-error', async () => {
    const ada = await world.client(gateway, 1)
    expect(await ada.ask('join-room', { roomId: 'none', passcode: null, role: 'player' })).toMatchObject({
      success: false,
      code: 'ROOM_NOT_FOUND',
    })
    expect(await ada.event('join-error')).toEqual({
      message: 'This room is no longer open.',
      code: 'ROOM_NOT_FOUND',
    })
  })

  test('asks players for consent before they join a room that is not veiled, unless they have given it', async () => {
    const [ada, bob] = [await world.client(gateway, 1), await world.client(gateway, 2)]
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    const joining = { roomId, passcode: null, role: 'player' }
    const text = "Video isn't blurred in this room. It starts as soon as you join."
    expect(await bob.ask('join-room', { ...joining, veiledOnly: true })).toEqual({
      success: false,
      code: 'ROOM_NOT_VEILED',
      error: text,
    })
    expect(await bob.event('join-error')).toEqual({ message: text, code: 'ROOM_NOT_VEILED' })
    expect(ada.all('user-connected')).toEqual([])
    expect(await bob.ask('join-room', joining)).toEqual({ success: true })
    await ada.event('user-connected')
  })

  test.each(['*', '>', 'a.b', 'kla room'])('never subscribes to more than one room: %p', async (roomId) => {
    const ada = await world.client(gateway, 1)
    const answer = await ada.ask('join-room', { roomId, passcode: null, role: 'player' })
    expect(answer).toMatchObject({ code: 'ROOM_NOT_FOUND' })
    expect(world.rooms.calls.get('joinRoom')).toBeUndefined()
  })

  test('shows a late player that the opponent is ready', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    world.engine.happen(roomId, [{ event: { $case: 'readyChanged', value: { ready: [1] } } }], { ready: [1] })()
    await ada.event('ready-changed')
    const bob = await world.client(gateway, 2)
    await bob.ask('join-room', { roomId, passcode: null, role: 'player' })
    expect(await bob.event('room-state')).toMatchObject({ phase: 'waiting', ready: [1] })
  })

  test('sends the state at each change of the waiting room, before the list of players', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    expect(await ada.event('room-state')).toMatchObject({ phase: 'waiting', players: [{ id: 1 }], incident: null })
    const bob = await world.client(gateway, 2)
    await bob.ask('join-room', { roomId, passcode: null, role: 'player' })
    const both = { phase: 'waiting', ready: [], players: [{ id: 1 }, { id: 2 }] }
    expect(await bob.event('room-state')).toMatchObject(both)
    expect(await ada.event('room-state', 2)).toMatchObject(both)
    const seen = ada.received.map(({ event }) => event)
    expect(seen.lastIndexOf('room-state')).toBeLessThan(seen.lastIndexOf('room-user-list'))
    await bob.ask('leave-room', { roomId })
    expect(await ada.event('room-state', 3)).toMatchObject({ phase: 'waiting', players: [{ id: 1 }] })
    expect([world.peersAsked, world.engine.calls.get('getBattle')]).toEqual([0, undefined])
  })

  test('sends no state when a seat changes during a battle', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    const prompt = { event: { $case: 'promptGif', value: { round: 1, deadlineMs: 9, durationMs: 9 } } } as const
    world.engine.happen(roomId, [prompt], { phase: Phase.PROMPT, round: 1 })()
    await ada.event('prompt-gif')
    bob.drop()
    await eventually(() =>
      ada
        .all('room-user-list')
        .at(-1)
        ?.players.some(({ connected }) => !connected),
    )
    expect(ada.all('room-state')).toEqual([])
  })

  test('does not read peers in an idle room, since the pairing is published', async () => {
    const { roomId, bob } = await twoPlayers(world, [gateway, await world.gateway()])
    await eventually(() => world.engine.calls.get('getBattle') === 1)
    await bob.ask('send-message', { roomId, message: 'here' })
    expect(world.peersAsked).toBe(0)
  })

  test('does not read the battle of a room known as unplayed, and delivers later updates', async () => {
    world.rooms.knowsUnplayed = true
    const { roomId, bob } = await twoPlayers(world, [gateway, await world.gateway()])
    world.rooms.knowsUnplayed = undefined
    world.engine.happen(roomId, [{ event: { $case: 'readyChanged', value: { ready: [1] } } }], { ready: [1] })()
    expect(await bob.event('room-state')).toMatchObject({ phase: 'waiting', ready: [1] })
    expect(world.engine.calls.get('getBattle')).toBeUndefined()
  })

  test('sends start-peers to its own connection once, even if it overtook the answer', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    const early = await world.gateway(
      {},
      {
        clients: {
          rooms: {
            ...world.rooms.client,
            joinRoom: async (request, context) => {
              const answer = await world.rooms.client.joinRoom(request, context)
              const [first, second] = (answer.room?.seats ?? []).map((seat) => seat.connection?.socketId ?? '')
              const parts = [part(first ?? '', second ?? '', 2, false), part(second ?? '', first ?? '', 1, true)]
              const started = PeersStarted.encode({ roomId, parts, watchParts: [] }).finish()
              world.bus.publish(subjects.roomPeers(roomId), started)
              world.bus.publish(subjects.roomPeers(roomId), started)
              await ada.event('start-peers')
              return answer
            },
          },
        },
      },
    )
    const bob = await world.client(early, 2)
    await bob.ask('join-room', { roomId, passcode: null, role: 'player' })
    const { players } = await bob.event('room-user-list')
    const [adaSocket, bobSocket] = players.map(({ socketId }) => socketId) as [string, string]
    expect(await bob.event('start-peers')).toEqual({
      peers: [{ socketId: adaSocket, id: 1 }],
      polite: true,
      iceServers: [{ urls: ['stun:stun.example'] }],
      iceTransportPolicy: 'all',
    })
    expect(await ada.event('start-peers')).toMatchObject({ polite: false })
    ada.forget('room-state')
    await ada.ask('sync-room', { roomId })
    expect(ada.all('start-peers')).toHaveLength(1)
    expect(bob.all('start-peers')).toHaveLength(1)
    expect(await ada.event('room-state')).toMatchObject({ startPeers: { peers: [{ socketId: bobSocket, id: 2 }] } })
  })
})

const part = (socketId: string, peer: string, accountId: number, polite: boolean): StartPeers => ({
  socketId,
  peers: [{ socketId: peer, accountId }],
  polite,
  iceServers: [{ urls: ['stun:stun.example'], username: '', credential: '' }],
  iceTransportPolicy: 'all',
  generation: 1,
})

describe('leave-room', () => {
  test('notifies the opponent, frees the connection, and closes an empty room', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    expect(await ada.ask('leave-room', { roomId })).toEqual({ success: true })
    expect(await bob.event('user-disconnected')).toMatchObject({ id: 1, username: 'player1' })
    expect(ada.all('room-closed')).toEqual([])
    const { roomId: next } = await ada.ask('create-room', newRoom())
    expect(next).not.toBe(roomId)
    expect(await bob.ask('leave-room', { roomId })).toEqual({ success: true })
    expect(world.rooms.rooms.has(roomId)).toBe(false)
    expect(bob.all('room-closed')).toEqual([])
  })

  test('is sent with the reason when a moderator removes the player', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    world.rooms.close(roomId, 'closed_by_moderator')
    expect(await ada.event('room-closed')).toEqual({ reason: 'closed_by_moderator' })
    await bob.event('room-closed')
    expect(await ada.ask('send-message', { roomId, message: 'still here?' })).toMatchObject({ code: 'NOT_SEATED' })
  })
})

describe('a lost connection', () => {
  test('is reported, shown as disconnected, and returns by sync-room', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    bob.drop()
    await eventually(() => world.rooms.lost.length === 1)
    await eventually(() => ada.all('room-user-list').some(({ players }) => players.some((one) => !one.connected)))
    expect(ada.all('user-disconnected')).toEqual([])
    const again = await world.client(gateway, 2)
    expect(await again.ask('sync-room', { roomId })).toEqual({ success: true })
    const state = await again.event('room-state')
    expect(state).toMatchObject({
      roomId,
      phase: 'waiting',
      deadline: null,
      startPeers: null,
      players: [{ id: 1 }, { id: 2 }],
    })
    expect(state.seq).toBe(again.seqs().at(-1))
    expect(await ada.event('user-connected', 2)).toMatchObject({ id: 2 })
  })

  test('is reported when it closed while its seat was being taken', async () => {
    const ada = await world.client(gateway, 1)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    const bob = await world.client(gateway, 2)
    world.rooms.before = async (call) => {
      if (call !== 'joinRoom') return
      bob.drop()
      await eventually(async () => {
        const metrics = await fetch(`http://127.0.0.1:${gateway.ports.health}/metrics`)
        return /kla_gateway_sockets\{[^}]*\} 1\n/.test(await metrics.text())
      })
    }
    bob.send('join-room', { roomId, passcode: null, role: 'player' })
    await eventually(() => world.rooms.lost.some(({ accountId }) => accountId === 2))
  })

  test('is reported again until rooms confirms', async () => {
    const { bob } = await twoPlayers(world, [gateway, gateway])
    let refusals = 2
    world.rooms.before = async (call) => {
      if (call === 'reportConnectionsLost' && refusals-- > 0) throw new Error('rooms is down')
    }
    bob.drop()
    await eventually(() => world.rooms.lost.some(({ accountId }) => accountId === 2))
  })
})

describe('a seat that is taken over', () => {
  test('closes the other connection with 4009', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    const again = await world.client(gateway, 2)
    expect(await again.ask('join-room', { roomId, passcode: null, role: 'player' })).toEqual({ success: true })
    expect(await bob.closed).toBe(4009)
    expect(await ada.ask('send-message', { roomId, message: 'who is it' })).toEqual({ success: true })
    expect(await again.event('receive-message')).toEqual({ username: 'player1', message: 'who is it' })
    expect(world.rooms.lost).toEqual([])
  })

  test('is reclaimed when rooms considers a live connection lost', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    world.rooms.change(roomId, (room) => {
      for (const seat of room.seats) seat.graceDeadlineMs = Date.now() + 15_000
    })
    await eventually(() => world.rooms.rooms.get(roomId)?.seats.every((seat) => seat.graceDeadlineMs === 0) ?? false)
    await eventually(
      () =>
        ada
          .all('room-user-list')
          .at(-1)
          ?.players.every((player) => player.connected) ?? false,
    )
  })
})

describe('sync-room', () => {
  test.each([
    ['reads neither the battle nor the peers of an unplayed room, whose pairing is announced', true, 0],
    ['reads the battle of a room that may have been played, and no peers', false, 1],
  ] as const)('on another connection %s', async (_, knowsUnplayed, reads) => {
    world.rooms.knowsUnplayed = true
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    const battleReads = (): number => world.engine.calls.get('getBattle') ?? 0
    const before = battleReads()
    ada.drop()
    world.rooms.knowsUnplayed = knowsUnplayed
    const again = await world.client(gateway, 1)
    expect(await again.ask('sync-room', { roomId })).toEqual({ success: true })
    expect(await again.event('room-state')).toMatchObject({ roomId, phase: 'waiting', ready: [], startPeers: null })
    expect([battleReads() - before, world.peersAsked]).toEqual([reads, 0])
    // Later updates are delivered, and a repeated sync reads everything.
    world.engine.happen(roomId, [{ event: { $case: 'readyChanged', value: { ready: [1] } } }], { ready: [1] })()
    expect(await again.event('room-state', 2)).toMatchObject({ phase: 'waiting', ready: [1] })
    await again.ask('sync-room', { roomId })
    expect(world.peersAsked).toBeGreaterThan(0)
  })

  test('sends the state again on the seated connection without taking the seat again', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    const deadlineMs = Date.now() + 9_000
    world.engine.happen(roomId, [], {
      phase: Phase.PROMPT,
      round: 3,
      deadlineMs,
      durationMs: 10_000,
      options: [{ index: 1, gifUrl: 'https://clips.example/1', thumbnail: 't' }],
      picked: 1,
      players: [1, 2],
    })()
    expect(await ada.ask('sync-room', { roomId })).toEqual({ success: true })
    expect(ada.all('room-state').at(-1)).toMatchObject({
      phase: 'prompt',
      round: 3,
      deadline: deadlineMs,
      durationMs: 10_000,
      options: [{ index: 1, gifUrl: 'https://clips.example/1', thumbnail: 't' }],
      picked: 1,
      battlePlayers: [1, 2],
      seq: ada.seqs().at(-1),
    })
    expect(world.rooms.calls.get('resumeSeat')).toBeUndefined()
  })

  test('fails rather than send part of the state', async () => {
    const { roomId, ada } = await twoPlayers(world, [gateway, gateway])
    world.signallingDown = true
    expect(await ada.ask('sync-room', { roomId })).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    world.signallingDown = false
    world.engine.down = true
    expect(await ada.ask('sync-room', { roomId })).toMatchObject({ success: false, code: 'UNAVAILABLE' })
    expect(ada.all('room-state')).toEqual([])
  })

  test('is refused for another room', async () => {
    const { roomId } = await twoPlayers(world, [gateway, gateway])
    const eve = await world.client(gateway, 3)
    expect(await eve.ask('sync-room', { roomId })).toMatchObject({ code: 'NOT_SEATED' })
  })
})

describe('signalling', () => {
  test('goes to media-signalling with the sender, and returns only to the recipient', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [gateway, gateway])
    const { players } = await bob.event('room-user-list')
    const [from, to] = players.map(({ socketId }) => socketId) as [string, string]
    const signals: Signal[] = []
    const subscribed = await world.bus.subscribe(subjects.signalIn, ({ data }) => {
      const signal = Signal.decode(data)
      if (signal.roomId !== roomId) return
      signals.push(signal)
      world.bus.publish(subjects.roomSignal(roomId), data)
    })
    const payload = { type: 'offer', sdp: 'v=0' }
    expect(await ada.ask('offer', { to, payload })).toEqual({ success: true })
    expect(await bob.event('offer')).toEqual({ from, payload })
    expect(signals).toMatchObject([{ fromSocketId: from, toSocketId: to }])
    expect(ada.all('offer')).toEqual([])
    expect(bob.received.find(({ event }) => event === 'offer')?.seq).toBeUndefined()
    subscribed.close()
  })

  test('of another form is refused, as it could not arrive', async () => {
    const { ada, bob } = await twoPlayers(world, [gateway, gateway])
    const to = (await bob.event('room-user-list')).players.find(({ id }) => id === 2)?.socketId
    for (const [event, payload] of [
      ['offer', {}],
      ['offer', { sdp: 'v=0' }],
      ['answer', { type: 'answer' }],
      ['ice-candidate', { candidate: { candidate: '' } }],
    ] as const) {
      expect(await ada.ask(event, { to, payload })).toMatchObject({
        code: 'INVALID_FIELD',
        error: "Something in that request isn't valid (payload).",
      })
    }
    expect(await ada.ask('ice-candidate', { to, payload: null })).toEqual({ success: true })
  })

  test('is held until its recipient has entered', async () => {
    const ada = await world.client(gateway, 1)
    const bob = await world.client(gateway, 2)
    const { roomId } = (await ada.ask('create-room', newRoom())) as { roomId: string }
    let open = (): void => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const { joinRoom } = world.rooms.client
    Object.assign(world.rooms.client, {
      joinRoom: async (...asked: Parameters<typeof joinRoom>) => {
        const joined = await joinRoom(...asked)
        await gate
        return joined
      },
    })
    const joining = bob.ask('join-room', { roomId, passcode: null, role: 'player' })
    await ada.event('user-connected')
    const [from = '', to = ''] =
      world.rooms.rooms.get(roomId)?.seats.map(({ connection }) => connection?.socketId) ?? []
    const signal = (toSocketId: string, sdp: string): void => {
      const payload = JSON.stringify({ type: 'offer', sdp })
      const kind = SignalKind.OFFER
      world.bus.publish(
        subjects.roomSignal(roomId),
        Signal.encode({ roomId, fromSocketId: from, toSocketId, kind, payload }).finish(),
      )
    }
    signal(to, 'early')
    signal(from, 'the next message of this room')
    await ada.event('offer')
    open()
    expect(await joining).toEqual({ success: true })
    expect(await bob.event('offer')).toEqual({ from, payload: { type: 'offer', sdp: 'early' } })
    expect(await bob.ask('sync-room', { roomId })).toEqual({ success: true })
    expect(bob.all('offer')).toHaveLength(1)
  })

  test('is refused to anyone but the opponent', async () => {
    const { ada } = await twoPlayers(world, [gateway, gateway])
    const answer = await ada.ask('ice-candidate', { to: 'somebody', payload: { candidate: '' } })
    expect(answer).toMatchObject({ code: 'NO_SUCH_PEER' })
  })
})
