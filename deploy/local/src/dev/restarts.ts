import type { ServiceName } from '@kla/proto/callers'
import type { Platform } from '../platform/platform.js'
import type { Say } from '../root.js'
import { rebuildFor } from './rebuild.js'

const STOPS_WITHIN_MS = 3_000

/** What `createRestarts` needs: platform, compiler and output. */
export interface RestartDeps {
  readonly platform: Pick<Platform, 'running' | 'start' | 'stop'>
  /** Returns false on errors, already printed. */
  readonly build: (services: readonly ServiceName[]) => Promise<boolean>
  readonly say: Say
}

/**
 * Rebuilds and restarts services of changed paths. Changes during a build wait for the next; failed ones for the next
 * that compiles.
 */
export function createRestarts({ platform, build, say }: RestartDeps): (paths: readonly string[]) => Promise<void> {
  const waiting = new Set<string>()
  let more = false
  let working: Promise<void> | undefined

  const restart = async (service: ServiceName): Promise<void> => {
    try {
      await Promise.all(platform.running(service).map((process) => platform.stop(process, STOPS_WITHIN_MS)))
      await platform.start(service)
      say(`Restarted ${service}`)
    } catch (error) {
      say((error as Error).message)
    }
  }

  const work = async (): Promise<void> => {
    while (more) {
      more = false
      const paths = [...waiting]
      waiting.clear()
      const { services, stale } = rebuildFor(paths)
      for (const folder of stale) say(`${folder} changed: stop with Ctrl-C and start again to use it.`)
      if (services.length === 0) continue
      if (await build(services)) await Promise.all(services.map(restart))
      else for (const path of paths) waiting.add(path)
    }
  }

  return (paths) => {
    for (const path of paths) waiting.add(path)
    more = true
    working ??= work().finally(() => (working = undefined))
    return working
  }
}
