import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import type { Session } from '@kla/bots'
import { WebSocketServer } from 'ws'
import { seatPlayer } from '../../src/battles/player.js'
import { createTable, createTally } from '../../src/battles/tally.js'

test('a command without an answer fails with its connection', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', (socket) => socket.on('message', () => socket.terminate()))
  const gateway = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const session = { url: gateway, cookie: '', username: 'me' } as Session
  const tally = createTally()
  const table = createTable(1, tally)
  try {
    const player = await seatPlayer(
      { session, gateway, seat: 'first', opponent: { username: 'you' }, table, tally },
      () => undefined,
    )
    await expect(player.must('ready-up', { roomId: 'r1' })).rejects.toThrow('the connection was closed with 1006')
    expect(tally.faults).toEqual({ 'connections lost (1006)': 1 })
  } finally {
    server.close()
  }
})
