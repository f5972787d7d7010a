import { afterAll } from '@jest/globals'
import './telemetry/join-cost.js'
import './telemetry/one-trace.js'
// Stops the platform to read all logs.
import './telemetry/nothing-private.js'
import { collector, platform } from './telemetry/platform.js'

afterAll(async () => {
  await platform?.close()
  await collector?.close()
}, 60_000)
