import { natsServers } from '@kla/chassis'
import type { Platform } from '@kla/local'
import { FACTS_STREAM } from '@kla/proto'
import { connect } from 'nats'
import { eventually } from '../eventually.js'

const WITHIN_MS = 60_000

/** Resolves once every consumer has handled every fact there is. */
export async function allFactsHandled(platform: Platform): Promise<void> {
  const connection = await connect(natsServers(platform.infrastructure.nats.url))
  try {
    const manager = await connection.jetstreamManager()
    await eventually(async () => {
      const waiting: string[] = []
      for await (const { name, num_pending, num_ack_pending } of manager.consumers.list(FACTS_STREAM)) {
        if (num_pending + num_ack_pending > 0) waiting.push(name)
      }
      if (waiting.length > 0) throw new Error(`facts wait for ${waiting.join()}`)
    }, WITHIN_MS)
  } finally {
    await connection.close()
  }
}
