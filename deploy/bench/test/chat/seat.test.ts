import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { WebSocketServer } from 'ws'
import { takeSeat } from '../../src/chat/seat.js'

interface Command {
  readonly event: string
  readonly ack: number
  readonly id: string
}

let server: WebSocketServer | undefined
afterEach(() => {
  server?.clients.forEach((client) => client.terminate())
  server?.close()
})

/** A gateway that answers each command as `answer` says, and then sends what is in `then`. */
async function gateway(answer: (command: Command, times: number) => object, then: readonly string[] = []) {
  const commands: Command[] = []
  server = new WebSocketServer({ port: 0 })
  await once(server, 'listening')
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const command = JSON.parse(String(data)) as Command
      commands.push(command)
      socket.send(JSON.stringify({ ack: command.ack, data: answer(command, commands.length) }))
      for (const text of then) socket.send(text)
    }),
  )
  const [messages, troubles]: [string[], string[]] = [[], []]
  const seen: string[] = []
  const events = {
    message: (frame: string) => messages.push(frame),
    lost: (why: string) => troubles.push(why),
    met: () => seen.push('met'),
    paired: () => seen.push('paired'),
    refused: () => seen.push('refused'),
  }
  const player = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers: {} }
  return { commands, messages, troubles, seen, sit: (room?: string) => takeSeat(player, room, events) }
}

describe('takeSeat', () => {
  test('opens a room, or joins an existing one', async () => {
    const { sit, commands } = await gateway(() => ({ success: true, roomId: 'r1' }))
    expect((await sit()).room).toBe('r1')
    expect((await sit('r1')).room).toBe('r1')
    expect(commands.map(({ event }) => event)).toEqual(['create-room', 'join-room'])
  })

  test('repeats a command under its id during an outage', async () => {
    const busy = { success: false, code: 'UNAVAILABLE' }
    const { sit, commands } = await gateway((_, times) => (times === 1 ? busy : { success: true }))
    await sit('r1')
    expect(commands.map(({ id }) => id)).toEqual([commands[0]?.id, commands[0]?.id])
  })

  test('rejects when entering is refused', async () => {
    const { sit } = await gateway(() => ({ success: false, code: 'ROOM_FULL' }))
    await expect(sit('r1')).rejects.toThrow('join-room was refused: ROOM_FULL')
  })

  test('emits chat messages and unexpected events', async () => {
    const message = '{"event":"receive-message","data":{}}'
    const closed = '{"event":"room-closed","data":{}}'
    const { sit, messages, troubles } = await gateway(
      () => ({ success: true }),
      [message, '{"event":"room-user-list"}', closed],
    )
    await sit('r1')
    while (troubles.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect({ messages, troubles }).toEqual({ messages: [message], troubles: [closed] })
  })

  test('tells when the players have met and are paired, and when a message is refused for overload', async () => {
    const refusal = (code: string) =>
      JSON.stringify({ event: 'error', data: { event: 'send-message', error: '', code } })
    const then = [
      '{"event":"user-connected"}',
      '{"event":"start-peers"}',
      refusal('UNAVAILABLE'),
      refusal('RATE_LIMITED'),
    ]
    const { sit, seen, troubles } = await gateway(() => ({ success: true, roomId: 'r1' }), then)
    await sit()
    while (troubles.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect({ seen, troubles }).toEqual({ seen: ['met', 'paired', 'refused'], troubles: [refusal('RATE_LIMITED')] })
  })
})
