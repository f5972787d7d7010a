import { openConnection } from '../connection.js'
import { createAnswers } from './answers.js'
import type { Codec } from './codec.js'

/** Packets of Engine.IO 4 with those of Socket.IO 5 in them, as far as they are needed here. */
const [OPEN, PING, PONG, CONNECT, CONNECT_ERROR, EVENT, ACK] = ['0', '2', '3', '40', '44', '42', '43']
const PATH = '/socket.io/?EIO=4&transport=websocket'

/** Socket.IO's clients, without the long polling that comes before the socket unless it is switched off. */
export const socketIo: Codec = async ({ server, headers, name, room = name }, events) => {
  const answers = createAnswers<string>()
  const connection = await openConnection({
    ...{ server, headers, path: PATH },
    onFrame: (payload) => {
      const text = payload.toString('latin1')
      if (text.startsWith(`${EVENT}["receive-message"`)) events.line(text)
      else if (text === PING) connection.send(PONG)
      else if (text.startsWith(OPEN)) connection.send(CONNECT)
      else if (text.startsWith(CONNECT_ERROR)) answers.fail(text)
      else if (text.startsWith(CONNECT) || text.startsWith(ACK)) answers.settle(text)
    },
    onLost: (why) => {
      answers.fail(why)
      events.lost(why)
    },
  })
  await answers.next('connect')
  const joined = answers.next('join')
  connection.send(`${EVENT}1${JSON.stringify(['join', { roomId: room }])}`)
  await joined
  return {
    room,
    say: (message) => connection.send(`${EVENT}["send-message",{"roomId":"${room}","message":"${message}"}]`),
    leave: async () => connection.close(),
  }
}
