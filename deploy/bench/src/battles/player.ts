import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countedLine, insist, type ProtocolClient, type Seat, type Session } from '@kla/bots'
import type { Ack, AckFrame, ClientEventData, ClientEventName, GifOptionEntry, ServerFrame } from '@kla/proto/web'
import { WebSocket } from 'ws'
import type { Table, Tally } from './tally.js'
import { createWatcher, type Watcher } from './watcher.js'

interface LeanClientOptions {
  readonly session: Session
  readonly gateway: string
  readonly onEvent: (frame: ServerFrame) => void
  readonly onLost: (code: number) => void
}

/** A client of the browser protocol that never reconnects: a lost connection is a fault here. */
interface LeanClient extends Pick<ProtocolClient, 'send'> {
  unanswered(forMs: number): number
  close(): void
}

interface Waiting {
  readonly sentAt: number
  readonly settle: (data: never) => void
  readonly fail: (error: Error) => void
}

async function connectLean(options: LeanClientOptions): Promise<LeanClient> {
  const { session, gateway, onEvent, onLost } = options
  const waiting = new Map<number, Waiting>()
  let asked = 0
  let closing = false
  const socket = new WebSocket(`${gateway.replace(/^http/, 'ws')}/realtime`, {
    headers: { origin: session.url, cookie: session.cookie },
    perMessageDeflate: false,
  })
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as ServerFrame | AckFrame
    if (!('ack' in frame)) return onEvent(frame)
    waiting.get(frame.ack)?.settle(frame.data as never)
    waiting.delete(frame.ack)
  })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.on('error', () => undefined)
  socket.on('close', (code) => {
    for (const { fail } of waiting.values()) fail(new Error(`the connection was closed with ${code}`))
    waiting.clear()
    if (!closing) onLost(code)
  })

  return {
    send: (event, data, id = randomUUID()) =>
      new Promise<Ack<typeof event>>((resolve, reject) => {
        const ack = ++asked
        // It stays among the unanswered.
        const late = setTimeout(() => reject(new Error(`no answer to ${event} within ${TIMEOUT_MS} ms`)), TIMEOUT_MS)
        const settle = (data: Ack<typeof event>): void => {
          clearTimeout(late)
          resolve(data)
        }
        const fail = (error: Error): void => {
          clearTimeout(late)
          reject(error)
        }
        waiting.set(ack, { sentAt: performance.now(), settle, fail })
        socket.send(JSON.stringify({ event, data, ack, id }))
      }),
    unanswered: (forMs) => [...waiting.values()].filter(({ sentAt }) => performance.now() - sentAt > forMs).length,
    close() {
      closing = true
      socket.close(1000)
    },
  }
}

interface PlayerOptions {
  readonly session: Session
  readonly gateway: string
  readonly seat: Seat
  readonly opponent: Pick<Session, 'username'>
  readonly table: Table
  readonly tally: Tally
}

export interface Player {
  readonly said: number
  readonly saidAtMs: number
  readonly watcher: Watcher
  readonly unanswered: LeanClient['unanswered']
  must<Name extends ClientEventName>(
    event: Name,
    data: ClientEventData<Name>,
  ): Promise<Extract<Ack<Name>, { success: true }>>
  chat(everyMs: number): Promise<void>
  quiet(): void
  leave(): void
}

/** Players do not react within a millisecond. */
const THINKING_SHARE = 0.3
const THINKING_MOST_MS = 3_000
const TIMEOUT_MS = 60_000

export async function seatPlayer(options: PlayerOptions, opponentOf: () => Player | undefined): Promise<Player> {
  const { session, gateway, seat, opponent, table, tally } = options
  const names = { own: session.username, other: opponent.username }
  const onLine = (): void => tally.lineCame(Date.now() - (opponentOf()?.saidAtMs ?? 0))
  const onShown = (round: number, gifUrl: string): void => table.picks.shown(seat, round, gifUrl)
  const watcher = createWatcher({ names, tally, onLine, onShown })
  const onLost = (code: number): void => tally.fault(`connections lost (${code})`)
  const client: LeanClient = await connectLean({ session, gateway, onEvent, onLost })
  let [said, saidAtMs, present, chatting] = [0, 0, true, true]

  const must: Player['must'] = async (event, data) => {
    const ack = await insist(client, event, data, Date.now() + TIMEOUT_MS, () => tally.add('repeats'))
    if (!ack.success) throw new Error(`${event} was refused: ${ack.code}`)
    return ack as Extract<typeof ack, { success: true }>
  }
  const soon = (act: () => Promise<unknown>): void => {
    const { deadlineMs } = watcher
    const thinking = Math.random() * Math.min(THINKING_MOST_MS, (deadlineMs - Date.now()) * THINKING_SHARE)
    const acting = sleep(thinking).then(() => (present ? act() : undefined))
    acting.catch(({ message }: Error) => (Date.now() < deadlineMs ? tally.fault(message) : tally.add('tooLate')))
  }

  async function pick(round: number, options: readonly GifOptionEntry[]): Promise<void> {
    const gif = options[Math.floor(Math.random() * options.length)]
    if (!gif) return tally.fault('hands without a card')
    await must('gif-choice', { roomId: table.roomId, index: gif.index })
    table.picks.picked(seat, round, gif.gifUrl)
    tally.add('picks')
  }

  function onEvent(frame: ServerFrame): void {
    watcher.takes(frame)
    const { roomId, rounds } = table
    switch (frame.event) {
      case 'gif-options': {
        const { round, options } = frame.data
        return soon(() => pick(round, options))
      }
      case 'show-gif':
        if (seat !== 'first' || frame.data.round !== rounds) return
        return soon(() => must('user-finishes', { roomId }))
      case 'end-game':
        return soon(() => must('declare-winner', { roomId, winnerId: null }))
      case 'no-unanimous-winner':
        if (seat === 'first') table.battleEnds()
        return
      case 'room-state':
        // At first nobody is ready yet.
        if (frame.data.phase !== 'waiting' || frame.data.battlePlayers.length === 0) return
        if (frame.data.ready.length > 0) return
        return soon(() => must('ready-up', { roomId }))
      default:
        return
    }
  }

  return {
    get said() {
      return said
    },
    get saidAtMs() {
      return saidAtMs
    },
    watcher,
    unanswered: client.unanswered,
    must,
    async chat(everyMs) {
      while (chatting) {
        saidAtMs = Date.now()
        await must('send-message', { roomId: table.roomId, message: countedLine(said + 1) })
        said += 1
        tally.add('lines')
        await sleep(everyMs)
      }
    },
    quiet: () => void (chatting = false),
    leave() {
      present = false
      client.close()
    },
  }
}
