import { FACTS_STREAM } from '@kla/proto'
import { AckPolicy, connect, DeliverPolicy } from 'nats'

/** Other suites have stored facts before; a consumer that exists already is used as it is. */
export async function consumeFromNowOn(url: string, durable: string, subject: string): Promise<void> {
  const connection = await connect({ servers: url })
  const manager = await connection.jetstreamManager()
  await manager.consumers.add(FACTS_STREAM, {
    durable_name: durable,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.New,
  })
  await connection.close()
}

export async function forgetConsumer(url: string, durable: string): Promise<void> {
  const connection = await connect({ servers: url })
  await (await connection.jetstreamManager()).consumers.delete(FACTS_STREAM, durable)
  await connection.close()
}
