import { beforeAll } from '@jest/globals'
import type { Platform } from '@kla/local'
import { startTestPlatform } from '../../src/platform/index.js'

/** Shared by all tests of the suite. */
export let platform: Platform

beforeAll(async () => {
  platform = await startTestPlatform('player-privacy', {
    processes: { gateway: 2 },
    environment: {
      BATTLE_PROMPT_MS: '20000',
      BATTLE_SHOW_MS: '300',
      BATTLE_RESULT_MS: '300',
      TRANSCRIPT_FLUSH_MS: '200',
    },
  })
}, 120_000)
