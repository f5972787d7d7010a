import type { Platform } from '@kla/local'
import { type NamedProcesses, processesOf } from '../measure/machine.js'
import { openWindow } from '../measure/window.js'
import { startWorker } from '../measure/workers.js'
import type { PeerTasks } from './peer-main.js'

/** A pair of chat servers to measure. */
export interface ChatTarget {
  readonly servers: readonly string[]
  readonly processes: NamedProcesses
  openWindow(): Promise<() => Promise<string[]>>
  stop(): Promise<void>
}

export const GATEWAYS = 2

/** Starts fresh gateways: old ones keep the memory of their connections. */
export async function freshGateways(platform: Platform): Promise<ChatTarget> {
  await Promise.all(platform.running('gateway').map((gateway) => platform.stop(gateway)))
  for (let gateway = 0; gateway < GATEWAYS; gateway++) await platform.start('gateway')
  return {
    servers: platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`),
    processes: await processesOf(platform),
    openWindow: () => openWindow(platform),
    stop: () => Promise.resolve(),
  }
}

/** Starts two bare relays on the platform's NATS. */
export async function barePeers(platform: Platform): Promise<ChatTarget> {
  const { nats } = platform.infrastructure
  const workers = Array.from({ length: GATEWAYS }, () => startWorker<PeerTasks>('chat/peer-main'))
  const ports = await Promise.all(
    workers.map((worker, at) => worker.ask('listen', { natsUrl: nats.url, name: `peer-${at}` })),
  )
  return {
    servers: ports.map((port) => `http://127.0.0.1:${port}`),
    processes: {
      ...Object.fromEntries(workers.map(({ pid }, at) => [`peer-${at + 1}`, pid])),
      ...(nats.process && { nats: nats.process.pid }),
    },
    openWindow: () => Promise.resolve(() => Promise.resolve([])),
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
