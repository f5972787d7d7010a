import { hostname } from 'node:os'
import type { GenericContainer } from 'testcontainers'

export type StoreImage = 'postgres' | 'redis' | 'nats' | 'coturn'

/** Images of the chart's versions, unless settings name others. */
export const storeImages = (environment: NodeJS.ProcessEnv = process.env): Readonly<Record<StoreImage, string>> => ({
  postgres: environment['TEST_POSTGRES_IMAGE'] || 'postgres:18.4',
  redis: environment['TEST_REDIS_IMAGE'] || 'redis:8.2.3',
  nats: environment['TEST_NATS_IMAGE'] || 'nats:2.12.1',
  coturn: environment['TEST_COTURN_IMAGE'] || 'coturn/coturn:4.17.2-r0',
})

/** True if the test command chose containers for this run. */
export const usesContainers = (): boolean => process.env['TEST_STORES'] === 'containers'

/** Label whose value is the container's run, as {@link currentRun} writes it. */
export const RUN_LABEL = 'kla.test.run'

/** Name of the run. The test command sets TEST_RUN, so that all its processes share one. */
export const currentRun = (): string => (process.env['TEST_RUN'] ||= `${hostname()}:${process.pid}`)

/** True if the run was started on this machine and its process has ended. */
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

/** Uses labels instead of Ryuk: these need neither another image nor published ports. */
export const ofThisRun = <Container extends GenericContainer>(container: Container): Container =>
  container.withLabels({ [RUN_LABEL]: currentRun() }).withAutoCleanup(false)
