import { PASSING, type Ack, type ClientEventData, type ClientEventName } from '@kla/proto/web'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProtocolClient } from './protocol-client.js'

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
