import { beforeAll } from '@jest/globals'
import type { Platform } from '@kla/local'
import { startTestPlatform } from '../../src/platform/index.js'

/** Shared by all tests of the suite. */
export let platform: Platform

beforeAll(async () => {
  platform = await startTestPlatform('ledger-failures', {
    processes: { 'game-engine': 2, library: 2, commerce: 2 },
    environment: {
      BATTLE_PROMPT_MS: '4000',
      BATTLE_SHOW_MS: '2500',
      LEDGER_CHECK_MS: '100',
      SAVE_SWEEP_MS: '300',
      SAVE_ABANDONED_AFTER_MS: '5000',
      CHECKOUT_LIMIT_PER_MINUTE: '1000',
      VERIFY_LIMIT_PER_MINUTE: '1000000',
    },
  })
}, 120_000)
