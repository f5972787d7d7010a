import type { AckFrame, ClientEventData } from '@kla/proto/web'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from '../connection.js'
import { type Codec, createAnswers } from './codec.js'

type Answer = { readonly success: boolean; readonly code?: string; readonly roomId?: string }

/** As pages retry. */
const AGAIN_MS = 1_000
const TRIES = 30
/** Events a player of the bench should never get. */
const TROUBLES = ['{"event":"error"', '{"event":"room-closed"']

/** The first player opens the room, the second joins. */
export const kla: Codec = async ({ server, headers, name, room }, events) => {
  const answers = createAnswers<Answer>()
  const connection = await openConnection({
    ...{ server, headers, path: room === undefined ? '/realtime' : `/realtime?room=${room}` },
    onFrame: (payload) => {
      const text = payload.toString('latin1')
      if (text.startsWith('{"event":"receive-message"')) events.line(text)
      else if (text.startsWith('{"ack":')) answers.settle((JSON.parse(text) as AckFrame).data as Answer)
      else if (TROUBLES.some((beginning) => text.startsWith(beginning))) events.lost(text)
    },
    onLost: (why) => {
      answers.fail(why)
      events.lost(why)
    },
  })
  /** `mayAnswer`: a refusal that counts as success. */
  const command = async (event: string, data: object, mayAnswer?: string): Promise<Answer> => {
    const frame = JSON.stringify({ event, data, ack: 1, id: randomUUID() })
    for (let tries = 0; ; tries++) {
      const answering = answers.next(event)
      connection.send(frame)
      const answer = await answering
      if (answer.success || answer.code === mayAnswer) return answer
      if (answer.code !== 'UNAVAILABLE' || tries === TRIES) throw new Error(`${event} was refused: ${answer.code}`)
      await sleep(AGAIN_MS)
    }
  }
  const roomId = room ?? (await command('create-room', roomNamed(name))).roomId ?? ''
  if (room !== undefined) await command('join-room', { roomId, passcode: null, role: 'player' })
  return {
    room: roomId,
    say: (message) => connection.send(`{"event":"send-message","data":{"roomId":"${roomId}","message":"${message}"}}`),
    async leave() {
      // A room closed meanwhile was counted then.
      await command('leave-room', { roomId }, 'NOT_SEATED')
      connection.close()
    },
  }
}

const roomNamed = (roomName: string): ClientEventData<'create-room'> => ({
  ...{ roomName, publicRoom: true, passcode: null, passcodeRequired: false },
  ...{ mode: 'rush', capacity: '2', category: 'default' },
})
