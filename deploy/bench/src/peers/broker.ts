import { createLauncher, createPorts, ensureTools, startNats, startRedis } from '@kla/local'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A broker of a peer's own, with the settings that the platform's has. */
export interface Broker {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const START = { nats: startNats, redis: startRedis }

export async function startBroker(name: keyof typeof START): Promise<Broker> {
  const { [name]: program } = await ensureTools([name], () => undefined)
  const directory = await mkdtemp(join(tmpdir(), 'kla-bench-'))
  const launcher = createLauncher(directory)
  const port = await createPorts(undefined).take(name)
  const running = await START[name]({ launcher, program, directory: join(directory, name), port })
  return {
    url: `${name}://127.0.0.1:${port}`,
    pid: running.pid,
    async stop() {
      await running.stop()
      await launcher.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
