import type { AckFrame, ClientEventData, ServerEventName, ServerEvents } from '@kla/proto/web'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from '../connection.js'
import { type Codec, createAnswers } from './codec.js'

type Answer = { readonly success: boolean; readonly code?: string; readonly roomId?: string }

/** As pages retry. */
const AGAIN_MS = 1_000
const TRIES = 30
const beginningOf = (event: ServerEventName): string => `{"event":"${event}"`
const [LINE, MET, PAIRED] = [beginningOf('receive-message'), beginningOf('user-connected'), beginningOf('start-peers')]
const [ACK, ERROR] = ['{"ack":', beginningOf('error')]
/** Events a player of the bench should never get. */
const TROUBLES = [ERROR, beginningOf('room-closed')]

/** The first player opens the room, the second joins. */
export const kla: Codec = async ({ server, headers, name, room }, events) => {
  const answers = createAnswers<Answer>()
  const connection = await openConnection({
    ...{ server, headers, path: room === undefined ? '/realtime' : `/realtime?room=${room}` },
    onFrame: (payload) => {
      const text = payload.toString('latin1')
      if (text.startsWith(LINE)) events.line(text)
      else if (text.startsWith(ACK)) answers.settle((JSON.parse(text) as AckFrame).data as Answer)
      else if (text.startsWith(MET)) events.met()
      else if (text.startsWith(PAIRED)) events.paired()
      else if (text.startsWith(ERROR) && isRefusedLine(text)) events.refused()
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
  if (room !== undefined) {
    await command('join-room', { roomId, passcode: null, role: 'player' })
    // The player who opened the room has been there before.
    events.met()
  }
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

/** Too busy for chat; no other refusal of a line is expected. */
function isRefusedLine(text: string): boolean {
  const { data } = JSON.parse(text) as { data: ServerEvents['error'] }
  return data.event === 'send-message' && data.code === 'UNAVAILABLE'
}

const roomNamed = (roomName: string): ClientEventData<'create-room'> => ({
  ...{ roomName, publicRoom: true, passcode: null, passcodeRequired: false },
  ...{ mode: 'rush', capacity: '2', category: 'default' },
})
