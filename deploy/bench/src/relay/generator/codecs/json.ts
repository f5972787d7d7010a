import { openConnection } from '../connection.js'
import { createAnswers } from './answers.js'
import type { Codec } from './codec.js'

/** The bare servers' clients: JSON in text frames. */
export const json: Codec = async ({ server, headers, name, room = name }, events) => {
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
  return {
    room,
    say: (message) => connection.send(`{"event":"send-message","data":{"roomId":"${room}","message":"${message}"}}`),
    leave: async () => connection.close(),
  }
}
