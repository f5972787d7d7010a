import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { openConnection } from '../../measure/connection.js'
import type { PlayerPlan } from '../orders.js'
import type { SeatEvents, TakeSeat } from '../seat.js'

const ANSWER_WITHIN_MS = 60_000

interface Dialogue {
  ask<T>(command: object): Promise<T>
  send(text: string): void
  close(): void
}

interface DialogueOptions {
  readonly player: PlayerPlan
  readonly path: string
  /** Start of each answer to a command. */
  readonly answer: string
  readonly events: SeatEvents
  readonly onLine?: (line: string) => void
}

/** Opens a connection for one command at a time; what is no answer is a message or nothing. */
async function openDialogue({ player, path, answer, events, onLine }: DialogueOptions): Promise<Dialogue> {
  let answered: (line: string) => void = () => undefined
  const take = (line: string): void => {
    if (line.includes('"error"')) events.lost(line)
    if (line.startsWith(answer)) answered(line)
    else if (onLine) onLine(line)
    else events.message(line)
  }
  const connection = await openConnection({
    server: player.server,
    headers: player.headers,
    path,
    // Several answers may share a frame.
    onFrame: (payload) => payload.toString('latin1').split('\n').forEach(take),
    onLost: events.lost,
  })
  return {
    ...connection,
    async ask<T>(command: object) {
      const line = new Promise<string>((resolve) => (answered = resolve))
      connection.send(JSON.stringify(command))
      const text = await Promise.race([line, sleep(ANSWER_WITHIN_MS, undefined, { ref: false })])
      if (text === undefined || text.includes('"error"')) throw new Error(text ?? `${path} had no answer`)
      return JSON.parse(text) as T
    },
  }
}

/** Enters a channel of Centrifugo. Both players have met once both have subscribed. */
export const sitAtCentrifugo: TakeSeat = async (player, room = randomUUID(), events) => {
  let id = 0
  const dialogue = await openDialogue({
    ...{ player, path: '/connection/websocket', answer: '{"id":', events },
    // An empty object is a ping.
    onLine: (line) => (line === '{}' ? dialogue.send(line) : events.message(line)),
  })
  await dialogue.ask({ id: ++id, connect: {} })
  await dialogue.ask({ id: ++id, subscribe: { channel: room } })
  events.met()
  events.paired()
  return {
    room,
    say: (text) => dialogue.send(`{"id":${++id},"publish":{"channel":"${room}","data":{"message":"${text}"}}}`),
    leave: async () => dialogue.close(),
  }
}

const ROOM_CHANNEL = 1
/** Nakama's default key for clients. */
const CLIENT = `Basic ${Buffer.from('defaultkey:').toString('base64')}`

/** Enters a chat channel of Nakama as a new account; `persistence` keeps the messages in PostgreSQL. */
export const sitAtNakama =
  (persistence: boolean): TakeSeat =>
  async (player, room = randomUUID(), events) => {
    const account = await fetch(`${player.server}/v2/account/authenticate/custom?create=true`, {
      method: 'POST',
      headers: { authorization: CLIENT },
      body: JSON.stringify({ id: randomUUID() }),
    })
    const { token = '' } = (await account.json()) as { token?: string }
    const dialogue = await openDialogue({ player, path: `/ws?token=${token}`, answer: '{"cid"', events })
    const { channel } = await dialogue.ask<{ channel: { id: string } }>({
      cid: '1',
      channel_join: { target: room, type: ROOM_CHANNEL, persistence },
    })
    events.met()
    events.paired()
    return {
      room,
      say(message) {
        const content = JSON.stringify({ message })
        dialogue.send(JSON.stringify({ channel_message_send: { channel_id: channel.id, content } }))
      },
      leave: async () => dialogue.close(),
    }
  }
