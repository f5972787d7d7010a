import { Agent, request } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
import { openConnection } from '../connection.js'
import { type Codec, createAnswers, seated } from './codec.js'

/** The first byte of a message. */
const [JOIN_ROOM, ERROR, ROOM_DATA] = [10, 11, 13]
/** msgpack: the length is part of the type byte. */
const [SHORT_STRING, STRING_8, SHORT_MAP] = [0xa0, 0xd9, 0x80]
const SHORT_STRING_MAX = 31

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

interface Reservation {
  readonly room: { readonly roomId: string; readonly processId: string }
  readonly sessionId: string
}

/** HTTP reserves a seat, a socket takes it; messages are msgpack. */
export const colyseus: Codec = async ({ server, headers, name, room }, events) => {
  const path = room === undefined ? '/matchmake/create/pair' : `/matchmake/joinById/${room}`
  const { room: entered, sessionId } = await post<Reservation>(server, path, headers, { name })
  const answers = createAnswers<void>()
  const connection = await openConnection({
    ...{ server, headers, path: `/${entered.processId}/${entered.roomId}?sessionId=${sessionId}` },
    onFrame: (payload) => {
      if (payload[0] === ROOM_DATA) events.line(payload.toString('latin1', 1))
      else if (payload[0] === JOIN_ROOM) answers.settle()
      else if (payload[0] === ERROR) answers.fail(payload.toString('latin1', 1))
    },
    onLost: (why) => {
      answers.fail(why)
      events.lost(why)
    },
  })
  await answers.next('join')
  // The server holds messages back until the client confirms.
  connection.send(Uint8Array.of(JOIN_ROOM))
  seated(events)
  return {
    room: entered.roomId,
    say: (message) => connection.send(messageOf('send-message', { message })),
    leave: async () => connection.close(),
  }
}

export const messageOf = (type: string, body: Readonly<Record<string, string>>): Buffer =>
  Buffer.concat([
    Buffer.of(ROOM_DATA),
    packString(type),
    Buffer.of(SHORT_MAP | Object.keys(body).length),
    ...Object.entries(body).flat().map(packString),
  ])

function packString(text: string): Buffer {
  const bytes = Buffer.from(text)
  const head = bytes.length <= SHORT_STRING_MAX ? [SHORT_STRING | bytes.length] : [STRING_8, bytes.length]
  return Buffer.concat([Buffer.from(head), bytes])
}

function post<T>(server: string, path: string, headers: Readonly<Record<string, string>>, body: object): Promise<T> {
  return new Promise((resolve, reject) => {
    const asking = request(
      new URL(path, server),
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        readJson(response).then((answer) => {
          if (response.statusCode === 200 && !Object.hasOwn(answer as object, 'error')) resolve(answer as T)
          else reject(new Error(`${response.statusCode} from ${path}: ${JSON.stringify(answer)}`))
        }, reject)
      },
    )
    asking.on('error', reject)
    asking.end(JSON.stringify(body))
  })
}
