import { describe, expect, test } from '@jest/globals'
import { ChatRoom } from '../../src/chat/chat-room.js'
import { Latencies, NO_FAULTS } from '../../src/chat/messages.js'
import type { SeatEvents, TakeSeat } from '../../src/chat/seat.js'

/** A server of one room that does with each message what `relay` says. */
async function roomAt(relay: (listeners: readonly SeatEvents[], text: string) => void) {
  const listeners: SeatEvents[] = []
  const takeSeat: TakeSeat = async (_, room = 'new', events) => {
    listeners.push(events)
    return { room, say: (text) => relay(listeners, text), leave: async () => undefined }
  }
  const settled: (0 | 1)[] = []
  const troubles: string[] = []
  const latencies = new Latencies()
  const player = { server: '', headers: {} }
  const room = new ChatRoom(
    { number: 3, protocol: 'kla', players: [player, player] },
    {
      latencies,
      onDelivery: () => undefined,
      onSettled: (_, seat) => settled.push(seat),
      onTrouble: (what) => troubles.push(what),
    },
  )
  await room.enter(takeSeat)
  return { room, settled, troubles, listeners, latencies }
}

const toBoth = (listeners: readonly SeatEvents[], text: string): void =>
  listeners.forEach(({ message }) => message(text))

describe('ChatRoom', () => {
  test('continues when both players get every message', async () => {
    const { room, settled, latencies } = await roomAt(toBoth)
    room.say(0)
    room.say(1)
    room.say(0)
    expect(settled).toEqual([0, 1, 0])
    expect(room.isQuiet).toBe(true)
    expect(room.finish()).toEqual(NO_FAULTS)
    expect(latencies.counts.reduce((sum, count) => sum + (count ?? 0), 0)).toBe(6)
  })

  test('stops at a message that only one player got', async () => {
    const { room, settled } = await roomAt(([first], text) => first?.message(text))
    room.say(1)
    expect(settled).toEqual([])
    expect(room.isQuiet).toBe(false)
    expect(room.finish()).toEqual({ ...NO_FAULTS, lost: 1 })
  })

  test('reports duplicates and messages of another room', async () => {
    const { room } = await roomAt((listeners, text) => {
      toBoth(listeners, text)
      listeners[0]?.message(text)
      listeners[1]?.message(text.replace('~qd:', '~qe:'))
    })
    room.say(0)
    expect(room.finish()).toEqual({ ...NO_FAULTS, doubled: 1, wrongRoom: 1 })
  })

  test('reports a lost connection', async () => {
    const { listeners, troubles } = await roomAt(toBoth)
    listeners[1]?.lost('closed with 1006')
    expect(troubles).toEqual(['room 3, player 1: closed with 1006'])
  })

  test('is met once each player has seen the other, and paired once both are', async () => {
    const { room, listeners } = await roomAt(toBoth)
    let met = false
    void room.whenMet.then(() => (met = true))
    listeners[0]?.paired()
    await Promise.resolve()
    expect([met, room.isPaired]).toEqual([false, false])
    listeners[1]?.met()
    await room.whenMet
    expect(room.isPaired).toBe(false)
    listeners[1]?.paired()
    expect(room.isPaired).toBe(true)
  })

  test('counts a refused message as refused, not as lost, and lets its writer pause', async () => {
    const { room, settled, listeners } = await roomAt((all, text) =>
      text.includes(':qc:') ? undefined : toBoth(all, text),
    )
    room.say(0)
    room.say(0)
    listeners[0]?.refused()
    expect(settled).toEqual([0, 0])
    expect(room.waitMs(0)).toBeGreaterThan(0)
    expect(room.refused).toBe(1)
    room.say(0)
    expect(room.finish()).toEqual(NO_FAULTS)
  })
})
