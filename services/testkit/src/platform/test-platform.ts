import { LOCAL_DIRECTORY, startPlatform, type Platform, type PlatformOptions } from '@kla/local'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { infrastructure } from '../infrastructure.js'
import { storeRefusals } from './store-refusals.js'

/** Phases long enough to do something in each, and short enough for a test. */
export const SHORT_PHASES = {
  BATTLE_PROMPT_MS: '1500',
  BATTLE_SHOW_MS: '1500',
  BATTLE_VOTE_MS: '2500',
  BATTLE_RESULT_MS: '1500',
  TICK_MS: '500',
  LOG_LEVEL: 'warn',
} as const

/**
 * Everything that Kla is made of, as processes of its own: a database of this run's PostgreSQL, and a Redis and a NATS
 * that a test may restart. Logs of the last run stay in `.local/test-logs/<name>`. Closing it rejects if Redis or NATS have
 * refused a service something: so every suite holds what services do and what their users may together.
 */
export async function startTestPlatform(
  name: string,
  options: Pick<PlatformOptions, 'processes' | 'environment' | 'route'> = {},
): Promise<Platform> {
  const logDirectory = join(LOCAL_DIRECTORY, 'test-logs', name)
  await rm(logDirectory, { recursive: true, force: true })
  const platform = await startPlatform({
    ...options,
    logDirectory,
    infrastructure: { postgresUrl: infrastructure().postgresUrl },
    ownDatabase: true,
    environment: { ...SHORT_PHASES, ...options.environment },
  })
  return Object.assign(platform, { close: closeUnrefused(platform) })
}

function closeUnrefused(platform: Platform): () => Promise<void> {
  const close = platform.close.bind(platform)
  return async () => {
    const refusals = await storeRefusals(platform).finally(close)
    if (refusals.length > 0) throw new Error(`The stores have refused something:\n${refusals.join('\n')}`)
  }
}
