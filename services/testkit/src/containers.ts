import { hostname } from 'node:os'
import type { GenericContainer } from 'testcontainers'

export type StoreImage = 'postgres' | 'redis' | 'nats' | 'coturn'

/** The chart's versions, unless settings name others. */
export const storeImages = (environment: NodeJS.ProcessEnv = process.env): Readonly<Record<StoreImage, string>> => ({
  postgres: environment['TEST_POSTGRES_IMAGE'] || 'postgres:18.4',
  redis: environment['TEST_REDIS_IMAGE'] || 'redis:8.2.3',
  nats: environment['TEST_NATS_IMAGE'] || 'nats:2.12.1',
  coturn: environment['TEST_COTURN_IMAGE'] || 'coturn/coturn:4.17.2-r0',
})

/** What the test command chose for this run. */
export const usesContainers = (): boolean => process.env['TEST_STORES'] === 'containers'

/** Its value is the run that a container belongs to, as {@link currentRun} writes it. */
export const RUN_LABEL = 'kla.test.run'

/** The test command sets TEST_RUN, so that all its processes label with one name. */
export const currentRun = (): string => (process.env['TEST_RUN'] ||= `${hostname()}:${process.pid}`)

/** Whether the run was started on this machine and its process is gone. */
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

/** Labels instead of Ryuk: no image more, and they work without published ports. */
export const ofThisRun = <Container extends GenericContainer>(container: Container): Container =>
  container.withLabels({ [RUN_LABEL]: currentRun() }).withAutoCleanup(false)
