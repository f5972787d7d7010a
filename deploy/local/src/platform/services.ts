import { SERVICE_NAMES, type ServiceName } from '@kla/proto/callers'
import type { Ports } from '../infrastructure/ports.js'

export type { ServiceName } from '@kla/proto/callers'

export const SERVICES = SERVICE_NAMES

/** Callers get all addresses at their start. */
export const PROCESSES_MAX: Readonly<Record<ServiceName, number>> = {
  auth: 2,
  rooms: 2,
  'game-engine': 6,
  'media-signalling': 2,
  library: 2,
  commerce: 2,
  moderation: 2,
  evidence: 2,
  gateway: 4,
}

/** Place and ports of one process. */
export interface Slot {
  readonly service: ServiceName
  readonly number: number
  readonly grpc: number
  readonly health: number
  readonly http: number
  readonly realtime: number
}

export interface Slots {
  of(service: ServiceName): readonly Slot[]
  addresses(service: ServiceName): string
}

export async function allotSlots(ports: Pick<Ports, 'take'>, http: number): Promise<Slots> {
  const slots = new Map<ServiceName, Slot[]>()
  for (const service of SERVICES) {
    const own: Slot[] = []
    for (let number = 1; number <= PROCESSES_MAX[service]; number++) {
      const take = (kind: string): Promise<number> => ports.take(`${service}-${number}-${kind}`)
      const gateway = service === 'gateway'
      own.push({
        service,
        number,
        grpc: gateway ? 0 : await take('grpc'),
        health: await take('health'),
        http: gateway ? (number === 1 ? http : await take('http')) : 0,
        realtime: gateway ? await take('realtime') : 0,
      })
    }
    slots.set(service, own)
  }
  const of = (service: ServiceName): readonly Slot[] => slots.get(service) ?? []
  return {
    of,
    addresses: (service) =>
      of(service)
        .map((slot) => `127.0.0.1:${slot.grpc}`)
        .join(','),
  }
}
