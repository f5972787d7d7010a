import { openConnection } from '../connection.js'
import { type Codec, createAnswers, seated } from './codec.js'
import { colyseus } from './colyseus.js'
import { kla } from './kla.js'

const json: Codec = async ({ server, headers, name, room = name }, events) => {
  const joined = createAnswers<void>()
  const connection = await openConnection({
    ...{ server, headers, path: '/' },
    onFrame: (payload) => {
      const text = payload.toString('latin1')
      if (text.startsWith('{"event":"receive-message"')) events.line(text)
      else if (text.startsWith('{"event":"joined"')) joined.settle()
    },
    onLost: (why) => {
      joined.fail(why)
      events.lost(why)
    },
  })
  const answer = joined.next('join')
  connection.send(JSON.stringify({ event: 'join', data: { roomId: room } }))
  await answer
  seated(events)
  return {
    room,
    say: (message) => connection.send(`{"event":"send-message","data":{"roomId":"${room}","message":"${message}"}}`),
    leave: async () => connection.close(),
  }
}

/** Packets of Engine.IO 4 and Socket.IO 5. */
const [OPEN, PING, PONG, CONNECT, CONNECT_ERROR, EVENT, ACK] = ['0', '2', '3', '40', '44', '42', '43']
const PATH = '/socket.io/?EIO=4&transport=websocket'

/** Socket.IO's client without the initial long polling. */
const socketIo: Codec = async ({ server, headers, name, room = name }, events) => {
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
  seated(events)
  return {
    room,
    say: (message) => connection.send(`${EVENT}["send-message",{"roomId":"${room}","message":"${message}"}]`),
    leave: async () => connection.close(),
  }
}

export const CODECS = { kla, json, 'socket-io': socketIo, colyseus } satisfies Record<string, Codec>

export type CodecName = keyof typeof CODECS
