import { beforeAll } from '@jest/globals'
import type { Platform } from '@kla/local'
import { startTestPlatform } from '../../src/platform/index.js'

export const GRACE_MS = 1_500
/** Shared by all tests of the suite. */
export let platform: Platform

beforeAll(async () => {
  platform = await startTestPlatform('seats-and-reports', {
    processes: { gateway: 2 },
    // Gateways send no messages on their own, so a report has only what was requested.
    environment: { RECONNECT_GRACE_MS: String(GRACE_MS), TRANSCRIPT_FLUSH_MS: '3600000' },
  })
}, 120_000)
