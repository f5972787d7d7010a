import { beforeAll } from '@jest/globals'
import type { Platform } from '@kla/local'
import { startTestPlatform } from '../../src/platform/index.js'

/** Shared by all tests of the suite. */
export let platform: Platform

beforeAll(async () => {
  platform = await startTestPlatform('every-call')
}, 120_000)
