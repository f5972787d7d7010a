import { startPlatform, type Platform, type PlatformOptions } from '@kla/local'
import { infrastructure } from '../infrastructure.js'

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
 * that a test may restart.
 */
export const startTestPlatform = (
  options: Pick<PlatformOptions, 'processes' | 'environment'> = {},
): Promise<Platform> =>
  startPlatform({
    ...options,
    infrastructure: { postgresUrl: infrastructure().postgresUrl },
    ownDatabase: true,
    environment: { ...SHORT_PHASES, ...options.environment },
  })
