import { startPlatform } from '@kla/local'
import { createLogger } from '@kla/chassis'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCounters } from './counters.js'
import type { Ground } from './ground.js'
import { createMeasure } from './measure.js'
import { startMonitoredNats } from './nats-server.js'
import type { Numbers } from './numbers.js'
import { playThrough } from './play-through.js'
import { countWire } from './wire.js'
import { measureEcho } from './yardsticks/echo.js'
import { measureUnary } from './yardsticks/unary.js'

/** Everything that one run has measured: the cost of each unit, by its name. */
export type RunCosts = ReadonlyMap<string, Numbers>

/** Phases as short as they may be, but for the vote, in which battles stand still; every battle counts as played. */
const ENVIRONMENT: NodeJS.ProcessEnv = {
  BATTLE_PROMPT_MS: '30000',
  BATTLE_SHOW_MS: '1500',
  BATTLE_VOTE_MS: '40000',
  BATTLE_RESULT_MS: '1500',
  COUNTED_AFTER_RUSH_MS: '1',
  COUNTED_AFTER_STAMINA_MS: '1',
  MATCH_ACCEPT_MS: '60000',
  LOG_LEVEL: 'warn',
}

/** Measures the yardsticks, then starts a platform of its own with two gateways and measures every unit on it. */
export async function runOnce(say: (line: string) => void): Promise<RunCosts> {
  const [echo, unary] = [await measureEcho(), await measureUnary()]
  say(`  yardsticks: echo ${echo.toFixed(1)}, unary call ${unary.toFixed(1)}`)
  const directory = await mkdtemp(join(tmpdir(), 'kla-units-'))
  const nats = await startMonitoredNats(directory)
  try {
    const platform = await startPlatform({
      environment: ENVIRONMENT,
      processes: { gateway: 2 },
      infrastructure: { natsUrl: nats.url },
    })
    try {
      const gatewayPorts = platform.running('gateway').flatMap(({ slot }) => [slot.http, slot.realtime])
      const [first, second] = platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`)
      const wire = countWire(new Set(gatewayPorts))
      const log = createLogger({ service: 'units', level: 'warn' })
      const counters = await createCounters({ platform, natsMonitor: nats.monitor, natsPid: nats.pid, wire, log })
      const measure = createMeasure(counters, say)
      const ground: Ground = { platform, gateways: [first ?? '', second ?? ''], measure }
      await playThrough(ground).finally(() => counters.close())
      return new Map([...measure.costs, ['yardstick', { 'cpu.echo': echo, 'cpu.unary': unary }]])
    } finally {
      await platform.close()
    }
  } finally {
    await nats.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
