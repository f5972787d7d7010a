import { beforeAll } from '@jest/globals'
import type { Platform } from '@kla/local'
import { type SpanCollector, startSpanCollector } from '@kla/testkit'
import { startTestPlatform } from '../../src/platform/index.js'

/** Shared by all tests of the suite: logs everything, and sends every span. */
export let platform: Platform
export let collector: SpanCollector

beforeAll(async () => {
  collector = await startSpanCollector()
  platform = await startTestPlatform('telemetry', {
    processes: { gateway: 2 },
    environment: { ...collector.environment, OTEL_TRACES_SAMPLER: 'parentbased_always_on', LOG_LEVEL: 'trace' },
  })
}, 120_000)
