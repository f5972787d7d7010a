import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ack, type ClientEventData, type ClientEventName, PASSING } from '@kla/proto/web'
import { type ChatCheck, countedLine, createChatCheck } from './checks.js'
import { createLatenessMeter, createPhaseCheck, type PhaseCheck } from './phase-check.js'
import { type ClientOptions, createProtocolClient, type ProtocolClient } from './protocol-client.js'

/** A player that checks everything it is shown. */
export interface Bot {
  readonly client: ProtocolClient
  readonly phases: PhaseCheck
  readonly chat: ChatCheck
  readonly said: number
  meets(other: { readonly username: string }): void
  readonly repeats: number
  /** Expects success; repeats during an outage. */
  must<Name extends ClientEventName>(
    event: Name,
    data: ClientEventData<Name>,
  ): Promise<Extract<Ack<Name>, { success: true }>>
  say(roomId: string): Promise<void>
}

const TIMEOUT_MS = 15_000

export function createBot(options: ClientOptions & { onLate?: (lateMs: number) => void }): Bot {
  const client = createProtocolClient(options)
  const phases = createPhaseCheck()
  const lateness = createLatenessMeter(options.onLate ?? (() => undefined))
  let chat = createChatCheck('')
  let said = 0
  client.onAny((received) => {
    lateness.takes(received)
    phases.takes(received)
  })
  client.on('receive-message', (line) => chat.takes(line))
  client.on('room-state', ({ lines = [] }) => chat.takesKept(lines))

  let repeats = 0
  const must: Bot['must'] = async (event, data) => {
    const ack = await insist(client, event, data, Date.now() + TIMEOUT_MS, () => (repeats += 1))
    if (!ack.success) throw new Error(`${event} was refused: ${ack.code}`)
    return ack
  }
  return {
    client,
    phases,
    get chat() {
      return chat
    },
    get said() {
      return said
    },
    get repeats() {
      return repeats
    },
    meets: (other) => void (chat = createChatCheck(other.username)),
    must,
    async say(roomId) {
      const counter = said + 1
      await must('send-message', { roomId, message: countedLine(counter) })
      said = counter
    },
  }
}

// Below the gateway's rate limit.
const PAUSE_MS = 1_000

/**
 * Repeats a command under its id while it is UNAVAILABLE. After `untilMs` (Unix milliseconds) its effect is unknown.
 */
export async function insist<Name extends ClientEventName>(
  client: Pick<ProtocolClient, 'send'>,
  event: Name,
  data: ClientEventData<Name>,
  untilMs: number,
  onRepeat: () => void = () => undefined,
): Promise<Ack<Name>> {
  const id = randomUUID()
  for (;;) {
    const ack = await client.send(event, data, id)
    if (ack.success || !PASSING.has(ack.code) || Date.now() >= untilMs) return ack
    onRepeat()
    await sleep(PAUSE_MS)
  }
}
