import { ROOT } from '@kla/local'
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What every peer is told at its start. */
export interface PeerSettings {
  /** How many people have a session. */
  readonly people: number
  readonly natsUrl?: string
  readonly redisUrl?: string
}

/** A running server of a peer. */
export interface PeerProcess {
  readonly pid: number
  /** `http://127.0.0.1:port`. */
  readonly url: string
  stop(): Promise<void>
}

export interface Listening {
  readonly port: number
}

/** Starts `peers/<main>.js` as a process of its own, and waits until it listens. */
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
