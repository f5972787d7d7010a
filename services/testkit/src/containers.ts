import { hostname } from 'node:os'
import type { GenericContainer } from 'testcontainers'

export type StoreImage = 'postgres' | 'redis' | 'nats' | 'coturn'

/** Images of the chart, unless settings differ. */
export const storeImages = (environment: NodeJS.ProcessEnv = process.env): Readonly<Record<StoreImage, string>> => ({
  postgres: environment['TEST_POSTGRES_IMAGE'] || 'postgres:18.4',
  redis: environment['TEST_REDIS_IMAGE'] || 'redis:8.2.3',
  nats: environment['TEST_NATS_IMAGE'] || 'nats:2.12.1',
  coturn: environment['TEST_COTURN_IMAGE'] || 'coturn/coturn:4.17.2-r0',
})

export const usesContainers = (): boolean => process.env['TEST_STORES'] === 'containers'

export const RUN_LABEL = 'kla.test.run'

/** Name of the run, shared through TEST_RUN. */
export const currentRun = (): string => (process.env['TEST_RUN'] ||= `${hostname()}:${process.pid}`)

/** True if a process of this machine started the run and has ended. */
export function hasEnded(run: string): boolean {
  const [host, pid] = [run.slice(0, run.lastIndexOf(':')), Number(run.slice(run.lastIndexOf(':') + 1))]
  if (host !== hostname() || !(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Labels replace Ryuk, which needs an image and published ports. */
export const ofThisRun = <Container extends GenericContainer>(container: Container): Container =>
  container.withLabels({ [RUN_LABEL]: currentRun() }).withAutoCleanup(false)
