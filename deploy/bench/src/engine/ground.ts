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

/**
 * More than a run of either contender writes. Redis forks and writes its log anew whenever that has grown so much, by
 * itself at every 64 MB, which is every five seconds here; on a disk that all share commits then wait for hundreds of
 * milliseconds.
 */
const LOG_KEPT = '2gb'

/** An engine asks nobody else while battles go on; it is started apart, told where rooms are pretended. */
const PROCESSES = { ...Object.fromEntries(SERVICES.map((service) => [service, 0])), library: 1 }

export async function prepareGround(): Promise<EngineGround> {
  const platform = await startPlatform({ processes: PROCESSES, environment: { LOG_LEVEL: 'warn' } })
  const log = createLogger({ service: 'bench', level: 'warn' })
  const redis = createRedis({ url: platform.infrastructure.redis.url, log, commandTimeoutMs: 30_000 })
  await redis.config('SET', 'auto-aof-rewrite-min-size', LOG_KEPT)
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
