import { createLogger, createRedis, type Redis } from '@kla/chassis'
import { startPlatform, type Platform } from '@kla/local'
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

/** All services that an engine needs at rest or while battles go on; rooms are pretended. */
const PROCESSES = { auth: 0, rooms: 0, 'game-engine': 0, 'media-signalling': 0, library: 1, commerce: 0, moderation: 0, gateway: 0 }

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
