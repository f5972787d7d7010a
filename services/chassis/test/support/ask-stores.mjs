import { createBus, createLogger, createRedis } from '@kla/chassis'

/** Connects to what REDIS_URL or NATS_URL names, as a service does, and says that it was answered. */
const log = createLogger({ service: 'test', level: 'silent' })
const { REDIS_URL, NATS_URL = '' } = process.env

if (REDIS_URL) {
  const redis = createRedis({ url: REDIS_URL, log, commandTimeoutMs: 10_000 })
  console.log(await redis.ping())
  redis.disconnect()
} else {
  const bus = await createBus({ url: NATS_URL, name: 'test', log })
  await bus.flush()
  console.log('PONG')
  await bus.close()
}
