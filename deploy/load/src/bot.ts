import type { Ack, ClientEventData, ClientEventName } from '@kla/proto/web'
import { createChatCheck, countedLine, type ChatCheck } from './chat-check.js'
import { createLatenessMeter } from './lateness.js'
import { createPhaseCheck, type PhaseCheck } from './phase-check.js'
import { createProtocolClient, type ClientOptions, type ProtocolClient } from './protocol-client.js'

/** A player that checks all that it is shown. */
export interface Bot {
  readonly client: ProtocolClient
  readonly phases: PhaseCheck
  /** Lines of the other player, once {@link Bot.meets} has said who that is. */
  readonly chat: ChatCheck
  /** Counted lines that the server has accepted. */
  readonly said: number
  meets(other: { readonly username: string }): void
  /** Sends a command that must succeed. */
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

  const must: Bot['must'] = async (event, data) => {
    const ack = await client.send(event, data)
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
    meets: (other) => void (chat = createChatCheck(other.username)),
    must,
    async say(roomId) {
      const counter = said + 1
      await must('send-message', { roomId, message: countedLine(counter) })
      said = counter
    },
  }
}
