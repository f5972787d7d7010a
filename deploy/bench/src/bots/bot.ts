import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ack, type ClientEventData, type ClientEventName, PASSING } from '@kla/proto/web'
import { type ChatCheck, countedLine, createChatCheck } from './checks.js'
import { createLatenessMeter, createPhaseCheck, type PhaseCheck } from './phase-check.js'
import { type ClientOptions, createProtocolClient, type ProtocolClient } from './protocol-client.js'

// Rarer than what the gateway takes from one connection.
const PAUSE_MS = 1_000

/**
 * Sends a command, and sends it again under its id as long as nobody can answer it. What was said last is the answer:
 * after `untilMs` (Unix milliseconds) that may be UNAVAILABLE, so that nobody knows what became of the command.
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

/** Whoever is not answered for so long would give up. */
const PATIENCE_MS = 15_000

/** A player that checks all that it is shown. */
export interface Bot {
  readonly client: ProtocolClient
  readonly phases: PhaseCheck
  /** Lines of the other player, once {@link Bot.meets} has said who that is. */
  readonly chat: ChatCheck
  /** Counted lines that the server has accepted. */
  readonly said: number
  meets(other: { readonly username: string }): void
  /** How often somebody had to be asked again because nobody could answer. */
  readonly repeats: number
  /** Sends a command that must succeed; where nobody can answer for now, again, as a person would. */
  must<Name extends ClientEventName>(event: Name, data: ClientEventData<Name>): Promise<Extract<Ack<Name>, { success: true }>>
  /** Says the next counted line. */
  say(roomId: string): Promise<void>
}

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

  let repeats = 0
  const must: Bot['must'] = async (event, data) => {
    const ack = await insist(client, event, data, Date.now() + PATIENCE_MS, () => (repeats += 1))
    if (!ack.success) throw new Error(`${event} was refused: ${ack.code}`)
    return ack as Extract<typeof ack, { success: true }>
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
