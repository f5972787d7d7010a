import type { ServiceName } from '@kla/proto'
import { connect, type ConnectionOptions, type NatsConnection, PermissionViolationError } from '@nats-io/transport-node'
import { isRefusedUser } from '../nats/nats-errors.js'
import { natsPermissions } from './store-rights.js'

/**
 * Reply subject that clients may not use. The server judges the right to publish first, refuses this second and delivers
 * nothing, so asking changes nothing.
 */
const RESERVED_REPLY = '_R_.preflight'
const CONNECT_WITHIN_MS = 3_000

/** Rights to ask for: the server logs each question about publishing as an error. */
type NatsQuestion = 'all' | 'subscriptions'

const userOf = (service: ServiceName): string => `NATS: the user of ${service}`

/** Names each right that the user of `servers` lacks for `service`. Rejects if NATS does not answer. */
export async function natsFaults(servers: ConnectionOptions, service: ServiceName): Promise<readonly string[]> {
  let connection: NatsConnection
  try {
    connection = await connect({
      ...servers,
      name: `${service}-preflight`,
      timeout: CONNECT_WITHIN_MS,
      maxReconnectAttempts: 0,
    })
  } catch (error) {
    if (!isRefusedUser(error)) throw error
    return [`${userOf(service)} is unknown, or its password is wrong`]
  }
  try {
    return await refusedOf(connection, service, 'all')
  } finally {
    await connection.close()
  }
}

/** Names each subscription that a service's own connection may not make. Rejects if NATS does not answer. */
export const subscriptionFaults = (connection: NatsConnection, service: ServiceName): Promise<readonly string[]> =>
  refusedOf(connection, service, 'subscriptions')

async function refusedOf(connection: NatsConnection, service: ServiceName, question: NatsQuestion): Promise<string[]> {
  const refused = new Set<string>()
  let isAnswered = false
  void (async () => {
    for await (const status of connection.status()) {
      // A service's connection goes on; its next status ends this.
      if (isAnswered) return
      if (status.type !== 'error' || !(status.error instanceof PermissionViolationError)) continue
      refused.add(`${status.error.operation} ${status.error.subject}`)
    }
  })()
  const { publish, subscribe } = natsPermissions(service)
  const asked = question === 'all' ? publish.allow : []
  const published = asked.map((subject) => [subject, exampleOf(subject)] as const)
  for (const [, example] of published) connection.publish(example, undefined, { reply: RESERVED_REPLY })
  for (const subject of subscribe.allow) connection.subscribe(subject, { callback: () => undefined }).unsubscribe()
  // The server answers in order; the second answer comes after what the client passes on late.
  try {
    await connection.flush()
    await connection.flush()
  } finally {
    isAnswered = true
  }
  return [
    ...published.flatMap(([subject, example]) => (refused.has(`publish ${example}`) ? [`publish ${subject}`] : [])),
    ...subscribe.allow.flatMap((subject) =>
      refused.has(`subscription ${subject}`) ? [`subscribe to ${subject}`] : [],
    ),
  ].map((right) => `${userOf(service)} may not ${right}`)
}

/** Returns one of the subjects that a pattern allows. */
const exampleOf = (pattern: string): string => pattern.replaceAll('*', 'preflight').replace(/>$/, 'preflight')
