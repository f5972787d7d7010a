import type { Platform } from '@kla/local'
import { type NamedProcesses, processesOf } from '../measure/machine.js'
import { openWindow } from '../measure/window.js'
import type { Protocol } from './orders.js'

/** Servers that `chat` measures, with the processes that count. */
export interface ChatTarget {
  readonly protocol: Protocol
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
    protocol: 'kla',
    servers: platform.running('gateway').map(({ slot }) => `http://127.0.0.1:${slot.realtime}`),
    processes: await processesOf(platform),
    openWindow: () => openWindow(platform),
    stop: () => Promise.resolve(),
  }
}
