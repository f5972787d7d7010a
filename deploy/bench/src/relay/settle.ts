import { setTimeout as sleep } from 'node:timers/promises'
import type { NamedProcesses } from '../measure/machine.js'
import { untilAtRest } from '../measure/rest.js'
import type { Crowd } from './generator/crowd.js'

const LOOK_EVERY_MS = 100

/**
 * Resolves once all seated players are paired and the processes are at rest, so that nothing of joining or leaving is
 * measured with what follows; or to why that is not so after `withinMs`.
 */
export async function untilSettled(
  crowd: Pick<Crowd, 'unpaired'>,
  processes: NamedProcesses,
  withinMs: number,
): Promise<string | undefined> {
  const until = performance.now() + withinMs
  for (let unpaired = await crowd.unpaired(); unpaired > 0; unpaired = await crowd.unpaired()) {
    if (performance.now() > until) return `${unpaired} rooms not paired within ${withinMs / 1_000} s`
    await sleep(LOOK_EVERY_MS)
  }
  return untilAtRest(processes, withinMs)
}
