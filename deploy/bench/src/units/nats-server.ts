import { createLauncher, createPorts, ensureTools } from '@kla/local'
import { setTimeout as sleep } from 'node:timers/promises'

export interface MonitoredNats {
  readonly url: string
  readonly monitor: string
  readonly pid: number
  stop(): Promise<void>
}

const READY_WITHIN = 100
const LOOK_AGAIN_MS = 100

export async function startMonitoredNats(directory: string): Promise<MonitoredNats> {
  const { nats } = await ensureTools(['nats'], () => undefined)
  const ports = createPorts(undefined)
  const [port, monitorPort] = [await ports.take('nats'), await ports.take('nats-monitor')]
  const launcher = createLauncher(directory)
  const process = launcher.launch({
    name: 'nats',
    command: nats,
    args: [
      ...['--addr', '127.0.0.1', '--port', String(port), '--http_port', String(monitorPort)],
      ...['--jetstream', '--store_dir', directory],
    ],
  })
  const monitor = `http://127.0.0.1:${monitorPort}`
  for (let look = 0; !(await answers(`${monitor}/healthz`)); look++) {
    if (look === READY_WITHIN || !process.running()) throw new Error(`NATS does not start:\n${process.tail()}`)
    await sleep(LOOK_AGAIN_MS)
  }
  return {
    url: `nats://127.0.0.1:${port}`,
    monitor,
    pid: process.pid,
    async stop() {
      await process.stop()
      await launcher.close()
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
