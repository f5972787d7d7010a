import { SERVICES, type Platform, type ServiceName } from '@kla/local'

/** Something an operator does to running processes in the middle of battles. */
export interface Change {
  /** As a person reads it in a graph. */
  readonly label: string
  readonly service: ServiceName
  make(platform: Platform): Promise<void>
}

/** Longer than any process takes to stop by itself. */
const STOPS_WITHIN_MS = 180_000

const isService = (name: string): name is ServiceName => (SERVICES as readonly string[]).includes(name)

/** Replaces every process of a service, one after another: the new one is ready before the old one is told to stop. */
export function rollout(service: string): Change[] {
  if (!isService(service)) throw new Error(`There is no service ${service}.`)
  return [
    {
      label: `rollout of ${service}`,
      service,
      async make(platform) {
        for (const old of platform.running(service)) {
          await platform.start(service)
          await platform.stop(old, STOPS_WITHIN_MS)
        }
      },
    },
  ]
}

/** Reads `game-engine=1,4,2`: how many processes there are at first, and how many from each change on. */
export function readScaling(text: string): { readonly service: ServiceName; readonly counts: readonly number[] } {
  const [service = '', list = ''] = text.split('=')
  const counts = list.split(',').map(Number)
  if (!isService(service) || !counts.every((count) => Number.isInteger(count) && count > 0)) {
    throw new Error(`--scale wants a service and numbers, such as game-engine=1,4,2; not ${text}.`)
  }
  return { service, counts }
}

/** All but the first number, each as a change. */
export const scaling = ({ service, counts }: ReturnType<typeof readScaling>): Change[] =>
  counts.slice(1).map((count) => ({
    label: `${service}: ${count}`,
    service,
    make: (platform) => scaleTo(platform, service, count),
  }))

/** Starts or stops as many as it takes, all at once, as a cluster does. */
async function scaleTo(platform: Platform, service: ServiceName, count: number): Promise<void> {
  const running = platform.running(service)
  await Promise.all([
    ...Array.from({ length: count - running.length }, () => platform.start(service)),
    ...running.slice(count).map((surplus) => platform.stop(surplus, STOPS_WITHIN_MS)),
  ])
}
