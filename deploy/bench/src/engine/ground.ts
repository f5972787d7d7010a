import { createLogger, createRedis, type Redis } from '@kla/chassis'
import { SERVICES, startPlatform, type Platform } from '@kla/local'
import { startWorker, type Worker } from '../workers/start-worker.js'
import type { ListenerTasks } from './listener-main.js'
import type { PeopleTasks } from './people-main.js'

/** What both contenders stand on: the platform's own stores, who plays, and who listens. */
export interface EngineGround {
  readonly platform: Platform
  readonly redis: Redis
  readonly people: Worker<PeopleTasks>
  readonly listener: () => Worker<ListenerTasks>
  close(): Promise<void>
}

/** An engine asks nobody else while battles go on; it is started apart, told where rooms are pretended. */
const PROCESSES = { ...Object.fromEntries(SERVICES.map((service) => [service, 0])), library: 1 }

export async function prepareGround(): Promise<EngineGround> {
  const platform = await startPlatform({ processes: PROCESSES, environment: { LOG_LEVEL: 'warn' } })
  const log = createLogger({ service: 'bench', level: 'warn' })
  const redis = createRedis({ url: platform.infrastructure.redis.url, log, commandTimeoutMs: 30_000 })
  const people = startWorker<PeopleTasks>('engine/people-main')
  return {
    platform,
    redis,
    people,
    listener: () => startWorker<ListenerTasks>('engine/listener-main'),
    async close() {
      redis.disconnect()
      await people.stop()
      await platform.close()
    },
  }
}
