import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { Phase, Signal, SignalKind, subjects } from '@kla/proto'
import { eventually } from '@kla/testkit'
import type { Service } from '../../../src/index.js'
import type { TestClient } from '../../support/test-client.js'
import { twoPlayers } from '../../support/two-players.js'
import { createWorld, type World } from '../../support/world.js'

let world: World
let leaving: Service
let staying: Service

beforeEach(async () => {
  world = await createWorld()
  leaving = await world.gateway({ drainMs: 6_000 })
  staying = await world.gateway()
})
afterEach(() => world.stop())

/** Seats both players at a draining gateway; one continues at the other gateway, by `continues`. */
async function handOver(continued: boolean) {
  const pair = await twoPlayers(world, [leaving, leaving])
  const stopping = leaving.stop()
  const { withinMs, socketId } = await pair.ada.event('going-away')
  const again = await world.client(staying, 1)
  await again.ask('sync-room', { roomId: pair.roomId, ...(continued ? { continues: socketId } : {}) })
  return { ...pair, again, stopping, withinMs, socketId }
}

const end = async ({ stopping, ...clients }: { stopping: Promise<void> } & Record<string, unknown>): Promise<void> => {
  for (const client of Object.values(clients)) (client as Partial<TestClient>).drop?.()
  await stopping
}

describe('a draining gateway', () => {
  test('asks all clients to move and stops when none is left', async () => {
    const { ada, bob } = await twoPlayers(world, [leaving, leaving])
    const visitor = await world.client(leaving, 0)
    const stopping = leaving.stop()
    const asked = await Promise.all([ada, bob, visitor].map((client) => client.event('going-away')))
    expect(asked.map(({ withinMs }) => withinMs)).toEqual([3_000, 3_000, 3_000])
    expect(new Set(asked.map(({ socketId }) => socketId)).size).toBe(3)
    for (const client of [ada, bob, visitor]) client.socket.close(1000)
    await stopping
    expect(await Promise.all([ada.closed, bob.closed, visitor.closed])).not.toContain(1001)
  })

  test('closes remaining connections after the time to move', async () => {
    const brief = await world.gateway({ drainMs: 100 })
    const visitor = await world.client(brief, 0)
    const stopping = brief.stop()
    await visitor.event('going-away')
    expect(await visitor.closed).toBe(1001)
    await stopping
  })
})

describe('a page that moves to another gateway', () => {
  test('stays the same peer, unnoticed by the opponent, while the old connection stays open', async () => {
    const moved = await handOver(true)
    const [before] = moved.ada.all('room-user-list')
    expect(
      moved.again
        .all('room-user-list')
        .at(-1)
        ?.players.map(({ socketId }) => socketId)
        .sort(),
    ).toEqual(
      moved.bob
        .all('room-user-list')
        .at(-1)
        ?.players.map(({ socketId }) => socketId)
        .sort(),
    )
    expect(before).toBeDefined()
    await moved.again.ask('send-message', { roomId: moved.roomId, message: 'moved' })
    await moved.bob.event('receive-message')
    expect(moved.bob.all('user-connected')).toHaveLength(0)
    expect(moved.ada.socket.readyState).toBe(moved.ada.socket.OPEN)
    await end(moved)
  })

  test('takes over as a new peer when it is another page', async () => {
    const moved = await handOver(false)
    expect(await moved.ada.closed).toBe(4009)
    await moved.bob.event('user-connected')
    await end(moved)
  })

  test('receives every message on both connections under one id', async () => {
    const moved = await handOver(true)
    const command = randomUUID()
    await moved.bob.ask('send-message', { roomId: moved.roomId, message: 'to both' }, command)
    const idsAt = (client: TestClient) =>
      client.received.flatMap(({ event, id }) => (event === 'receive-message' ? [id] : []))
    await moved.ada.event('receive-message')
    await moved.again.event('receive-message')
    expect(idsAt(moved.ada)).toHaveLength(1)
    expect(idsAt(moved.again)).toEqual(idsAt(moved.ada))

    // Unanswered commands are repeated on the new connection, but no one sees the same message twice.
    const bobsNext = await world.client(staying, 2)
    const { socketId } = await moved.bob.event('going-away')
    await bobsNext.ask('sync-room', { roomId: moved.roomId, continues: socketId })
    expect(await bobsNext.ask('send-message', { roomId: moved.roomId, message: 'to both' }, command)).toEqual({
      success: true,
    })
    await bobsNext.ask('send-message', { roomId: moved.roomId, message: 'the end' })
    await moved.again.event('receive-message', 2)
    expect(moved.again.all('receive-message').map((line) => 'message' in line && line.message)).toEqual([
      'to both',
      'the end',
    ])
    await end({ ...moved, bobsNext })
  })

  test('misses no message sent at the new gateway during the move', async () => {
    const { roomId, ada, bob } = await twoPlayers(world, [leaving, staying])
    const stopping = leaving.stop()
    const { socketId } = await ada.event('going-away')
    let goOn = (): void => undefined
    const onItsWay = new Promise<void>((resolve) => (goOn = resolve))
    const { resumeSeat } = world.rooms.client
    Object.assign(world.rooms.client, {
      async resumeSeat(...call: Parameters<typeof resumeSeat>) {
        const answer = await resumeSeat(...call)
        await onItsWay
        return answer
      },
    })
    const again = await world.client(staying, 1)
    const resumed = again.ask('sync-room', { roomId, continues: socketId })
    // The new gateway knows of the seat before the caller gets the answer.
    await eventually(() => world.rooms.calls.get('resumeSeat') === 1)
    await world.bus.flush()
    await bob.ask('send-message', { roomId, message: 'mind the gap' })
    expect(await ada.event('receive-message')).toMatchObject({ message: 'mind the gap' })
    goOn()
    await resumed
    await end({ stopping, ada, bob, again })
  })

  test("receives the battle's state with the update number that the old connection had", async () => {
    const moved = await handOver(true)
    world.engine.happen(
      moved.roomId,
      [{ event: { $case: 'promptGif', value: { round: 1, deadlineMs: 5, durationMs: 5 } } }],
      { phase: Phase.PROMPT },
    )()
    await Promise.all([moved.ada.event('prompt-gif'), moved.again.event('prompt-gif')])
    const numberOf = (client: TestClient, name: string) => client.received.find(({ event }) => event === name)?.update
    expect(numberOf(moved.ada, 'prompt-gif')).toBe(numberOf(moved.again, 'prompt-gif'))
    expect(numberOf(moved.again, 'room-state')).toBe((numberOf(moved.again, 'prompt-gif') as number) - 1)
    await end(moved)
  })

  test('sends and receives signals as the same peer', async () => {
    const moved = await handOver(true)
    const signals: Signal[] = []
    const listening = await world.bus.subscribe(subjects.signalIn, ({ data }) => signals.push(Signal.decode(data)))
    const ids = moved.bob.all('room-user-list').at(-1)?.players ?? []
    const [ada, bob] = [1, 2].map((person) => ids.find(({ id }) => id === person)?.socketId ?? '') as [string, string]
    expect(ada).toBe(moved.socketId)
    await moved.again.ask('offer', { to: bob, payload: { type: 'offer', sdp: 'v=0' } })
    await moved.bob.ask('answer', { to: ada, payload: { type: 'answer', sdp: 'v=0' } })
    await eventually(() => signals.filter(({ roomId }) => roomId === moved.roomId).length === 2)
    expect(
      signals
        .filter(({ roomId }) => roomId === moved.roomId)
        .map(({ fromSocketId, toSocketId }) => [fromSocketId, toSocketId]),
    ).toEqual(
      expect.arrayContaining([
        [ada, bob],
        [bob, ada],
      ]),
    )
    const signal = { roomId: moved.roomId, fromSocketId: bob, toSocketId: ada, kind: SignalKind.ANSWER, payload: '{}' }
    world.bus.publish(subjects.roomSignal(moved.roomId), Signal.encode(signal).finish())
    expect(await moved.again.event('answer')).toEqual({ from: bob, payload: {} })
    listening.close()
    await end(moved)
  })
})
