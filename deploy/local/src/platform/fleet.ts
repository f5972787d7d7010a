import type { Launcher } from '../processes/launcher.js'
import { LocalFailure } from '../root.js'
import { environmentOf, type Wiring } from './environment.js'
import type { Platform } from './platform.js'
import { entryOf, type ServiceProcess, startService } from './service-process.js'
import { type ServiceName, SERVICES, type Slot } from './services.js'

/** Control of a platform's processes. */
export type Fleet = Pick<Platform, 'running' | 'start' | 'stop' | 'kill' | 'pause' | 'resume' | 'chore' | 'onLost'> & {
  stopAll(): Promise<void>
}

export function createFleet(launcher: Launcher, wiring: Wiring): Fleet {
  const processes = new Map<Slot, ServiceProcess | null>()
  const leaving = new Set<number>()
  let onLost: (process: ServiceProcess, how: string) => void = () => undefined

  const running = (service: ServiceName): ServiceProcess[] =>
    wiring.slots.of(service).flatMap((slot) => processes.get(slot) ?? [])

  const ending = async (process: ServiceProcess, end: () => Promise<unknown> | void): Promise<void> => {
    leaving.add(process.pid)
    await end()
    await process.exited
  }
  const resume = (process: ServiceProcess): void => process.signal('SIGCONT')
  const stop = (process: ServiceProcess, withinMs?: number): Promise<void> =>
    ending(process, () => {
      const stopped = process.stop(withinMs)
      resume(process)
      return stopped
    })

  return {
    running,
    async start(service, environment) {
      const slot = wiring.slots.of(service).find((free) => !processes.has(free))
      if (!slot) throw new LocalFailure(`No more processes of ${service} can be started.`)
      processes.set(slot, null)
      try {
        const process = await startService(launcher, wiring, slot, environment)
        processes.set(slot, process)
        void process.exited.then((how) => {
          processes.delete(slot)
          if (!leaving.has(process.pid)) onLost(process, how)
        })
        return process
      } catch (error) {
        processes.delete(slot)
        throw error
      }
    },
    stop,
    kill: (process) => ending(process, () => process.signal('SIGKILL')),
    pause: (process) => process.signal('SIGSTOP'),
    resume,
    async chore(service, chore, args = []) {
      const [slot] = wiring.slots.of(service)
      if (!slot) throw new LocalFailure(`There is no ${service}.`)
      await launcher.run({
        name: `${service}-${chore}`,
        command: process.execPath,
        args: [entryOf(service, chore), ...args],
        env: environmentOf(slot, wiring),
        ours: true,
      })
    },
    onLost: (listener) => void (onLost = listener),
    async stopAll() {
      // Gateways hand over clients while services answer.
      await Promise.all(running('gateway').map((process) => stop(process)))
      await Promise.all(SERVICES.flatMap(running).map((process) => stop(process)))
    },
  }
}
