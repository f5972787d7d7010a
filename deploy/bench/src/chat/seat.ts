import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOM_NAME } from '@kla/bots'
import type { AckFrame, ClientEventData, ServerEventName, ServerEvents } from '@kla/proto/web'
import { openConnection } from '../measure/connection.js'
import type { PlayerPlan } from './orders.js'

export interface SeatEvents {
  /** The other player of the room is seen. */
  met(): void
  /** Both players may connect to each other: the server has nothing left to do for this seat. */
  paired(): void
  message(frame: string): void
  /** The last message was not delivered, and the server said so. */
  refused(): void
  lost(why: string): void
}

export interface Seat {
  readonly room: string
  say(text: string): void
  leave(): Promise<void>
}

export type TakeSeat = (player: PlayerPlan, room: string | undefined, events: SeatEvents) => Promise<Seat>

type Answer = { readonly success: boolean; readonly code?: string; readonly roomId?: string }

/** As pages retry. */
const AGAIN_MS = 1_000
const TRIES = 30
const ANSWER_WITHIN_MS = 60_000
const beginningOf = (event: ServerEventName): string => `{"event":"${event}"`
const [MESSAGE, MET, PAIRED] = [
  beginningOf('receive-message'),
  beginningOf('user-connected'),
  beginningOf('start-peers'),
]
const [ACK, ERROR] = ['{"ack":', beginningOf('error')]
/** Events that no player of the bench should ever get. */
const TROUBLES = [ERROR, beginningOf('room-closed')]

/** Opens a room, or joins the one that is given. */
export const takeSeat: TakeSeat = async ({ server, headers }, room, events) => {
  const answers = createAnswers()
  const connection = await openConnection({
    server,
    headers,
    path: room === undefined ? '/realtime' : `/realtime?room=${room}`,
    onFrame: (payload) => {
      const text = payload.toString('latin1')
      if (text.startsWith(MESSAGE)) events.message(text)
      else if (text.startsWith(ACK)) answers.settle((JSON.parse(text) as AckFrame).data as Answer)
      else if (text.startsWith(MET)) events.met()
      else if (text.startsWith(PAIRED)) events.paired()
      else if (text.startsWith(ERROR) && isRefusedMessage(text)) events.refused()
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
  const roomId = room ?? (await command('create-room', NEW_ROOM)).roomId ?? ''
  if (room !== undefined) {
    await command('join-room', { roomId, passcode: null, role: 'player' })
    // The player who opened the room has been there before.
    events.met()
  }
  return {
    room: roomId,
    say: (message) => connection.send(`{"event":"send-message","data":{"roomId":"${roomId}","message":"${message}"}}`),
    async leave() {
      // A room that closed meanwhile was counted then.
      await command('leave-room', { roomId }, 'NOT_SEATED')
      connection.close()
    },
  }
}

/** Too busy for chat; no other refusal of a message is expected. */
function isRefusedMessage(text: string): boolean {
  const { data } = JSON.parse(text) as { data: ServerEvents['error'] }
  return data.event === 'send-message' && data.code === 'UNAVAILABLE'
}

const NEW_ROOM: ClientEventData<'create-room'> = {
  roomName: ROOM_NAME,
  publicRoom: true,
  passcode: null,
  passcodeRequired: false,
  mode: 'rush',
  capacity: '2',
  category: 'default',
}

interface Answers {
  next(what: string): Promise<Answer>
  settle(answer: Answer): void
  fail(why: string): void
}

function createAnswers(): Answers {
  let waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  return {
    next: (what) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no answer to ${what}`)), ANSWER_WITHIN_MS)
        const done = (): void => {
          clearTimeout(timer)
          waiting = undefined
        }
        waiting = {
          resolve: (answer) => (done(), resolve(answer)),
          reject: (error) => (done(), reject(error)),
        }
      }),
    settle: (answer) => waiting?.resolve(answer),
    fail: (why) => waiting?.reject(new Error(why)),
  }
}
