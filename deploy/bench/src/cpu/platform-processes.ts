import { SERVICES, type Platform } from '@kla/local'
import { childrenNamed } from '../units/index.js'
import type { NamedProcesses } from './processes.js'

/** Every process of a platform that this process has started with stores of its own: `gateway-1`, `redis`, ... */
export async function processesOf(platform: Platform): Promise<NamedProcesses> {
  const { redis, nats } = platform.infrastructure
  const [postgres] = await childrenNamed(process.pid, 'postgres')
  const services = SERVICES.flatMap((service) => platform.running(service))
  const pids: Record<string, number> = Object.fromEntries(services.map(({ name, pid }) => [name, pid]))
  const stores = { redis: redis.process?.pid, nats: nats.process?.pid, postgres }
  for (const [name, pid] of Object.entries(stores)) if (pid !== undefined) pids[name] = pid
  return pids
}
