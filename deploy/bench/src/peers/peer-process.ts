import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLauncher, createPorts, ensureTools, ROOT, startNats, startRedis } from '@kla/local'

export interface PeerSettings {
  readonly players: number
  readonly natsUrl?: string
  readonly redisUrl?: string
}

interface PeerProcess {
  readonly pid: number
  readonly url: string
  stop(): Promise<void>
}

export interface Listening {
  readonly port: number
}

/** Starts `peers/<main>.js`; resolves once it listens. */
export async function startPeer(main: string, settings: PeerSettings): Promise<PeerProcess> {
  const child = fork(`${ROOT}deploy/bench/dist/peers/${main}.js`, [JSON.stringify(settings)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const exited = once(child, 'exit')
  const [message] = (await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`${main} ended with ${String(code)}`))),
  ])) as [Listening]
  return {
    pid: child.pid ?? -1,
    url: `http://127.0.0.1:${message.port}`,
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

export interface Broker {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

const START = { nats: startNats, redis: startRedis }

/** With the platform's own settings. */
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
