import { EnvironmentError } from '@kla/chassis'
import { playSmokeBattle } from '../smoke/battle.js'
import { readSmokeConfig } from '../smoke/config.js'
import { createSteps } from '../smoke/steps.js'

const LEAVE_WITHIN_MS = 10_000

try {
  const config = readSmokeConfig()
  console.log(`A battle of two bots at ${config.gatewayUrl}, for ${config.publicUrl}`)
  const startedAt = performance.now()
  setTimeout(() => process.exit(1), config.timeoutMs + LEAVE_WITHIN_MS).unref()
  const steps = createSteps({ say: (line) => console.log(line), signal: AbortSignal.timeout(config.timeoutMs) })
  await playSmokeBattle(config, steps)
  console.log(`passed in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  process.exit(0)
} catch (error) {
  // The step has printed its fault.
  if (error instanceof EnvironmentError) console.error(error.message)
  process.exit(1)
}
