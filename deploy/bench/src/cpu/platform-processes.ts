import { SERVICES, type Platform } from '@kla/local'
import { childrenNamed } from '@kla/scale'
import type { NamedProcesses } from './processes.js'

/** Every process of a platform that this process has started with stores of its own: `gateway-1`, `redis`, ... */
export async function processesOf(platform: Platform): Promise<NamedProcesses> {
  const { redis, nats } = platform.infrastructure
  const [postgres] = await childrenNamed(process.pid, 'postgres')
  const services = SERVICES.flatMap((service) => platform.running(service)).map(({ name, pid }): [string, number] => [name, pid])
  const stores = Object.entries({ redis: redis.process?.pid, nats: nats.process?.pid, postgres })
  return Object.fromEntries([...services, ...stores.filter((store): store is [string, number] => store[1] !== undefined)])
}
