import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VARIABLES = { POSTGRES_URL: 'postgresUrl', REDIS_URL: 'redisUrl', NATS_URL: 'natsUrl' }

/**
 * Starts missing servers and sets variables for tests; resolves to a stop function. Each worker gets its own Redis and
 * NATS, because suites share account ids.
 */
export async function startTestInfrastructure(workers = 1) {
  const given = {}
  for (const [name, key] of Object.entries(VARIABLES)) if (process.env[name]) given[key] = process.env[name]
  if (Object.keys(given).length === Object.keys(VARIABLES).length) return async () => undefined

  const { chooseStores, createLauncher, createPorts, startContainerStores, startInfrastructure } =
    await import('./dist/index.js')
  const say = (line) => console.log(line)
  const stores = await chooseStores(process.env['TEST_STORES'], say)
  process.env['TEST_STORES'] = stores
  const directory = await mkdtemp(join(tmpdir(), 'kla-test-'))
  // PostgreSQL may run as another user.
  await chmod(directory, 0o711)
  const launcher = createLauncher(join(directory, 'logs'))
  const ports = createPorts()
  const stopAll = async (stop) => {
    await stop()
    await launcher.close()
    ports.close()
    await rm(directory, { recursive: true, force: true })
  }
  const setVariables = (worker, redisUrl, natsUrl) => {
    const suffix = worker === 1 ? '' : `_${worker}`
    process.env[`REDIS_URL${suffix}`] = redisUrl
    process.env[`NATS_URL${suffix}`] = natsUrl
  }
  if (stores === 'containers') {
    const running = await startContainerStores({ launcher, ports, workers, given, password: 'test' })
    process.env['POSTGRES_URL'] = running.postgresUrl
    running.redisUrls.forEach((url, index) => setVariables(index + 1, url, running.natsUrls[index]))
    return () => stopAll(running.stop)
  }

  const start = (worker, given) =>
    startInfrastructure({
      launcher,
      directory: join(directory, `worker-${worker}`),
      given,
      ports: { take: (name) => ports.take(`${name}-${worker}`) },
      postgresPassword: 'test',
      durable: false,
      say,
    })
  const running = [await start(1, given)]
  const { postgresUrl } = running[0]
  process.env['POSTGRES_URL'] = postgresUrl
  for (let worker = 2; worker <= workers; worker += 1) running.push(await start(worker, { ...given, postgresUrl }))
  running.forEach(({ redis, nats }, index) => setVariables(index + 1, redis.url, nats.url))
  return () => stopAll(() => Promise.all(running.map((servers) => servers.stop())))
}

export default async function setup({ maxWorkers }) {
  globalThis.stopKlaTestInfrastructure = await startTestInfrastructure(maxWorkers)
}
