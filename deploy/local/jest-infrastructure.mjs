import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VARIABLES = { POSTGRES_URL: 'postgresUrl', REDIS_URL: 'redisUrl', NATS_URL: 'natsUrl' }

/**
 * Starts the servers that are not given and sets the variables that tests read; resolves to a stop function. Each
 * worker gets its own Redis and NATS, because suites use the same account ids.
 */
export async function startTestInfrastructure(workers = 1) {
  const given = {}
  for (const [name, key] of Object.entries(VARIABLES)) if (process.env[name]) given[key] = process.env[name]
  if (Object.keys(given).length === Object.keys(VARIABLES).length) return async () => undefined

  const { createLauncher, createPorts, startInfrastructure } = await import('./dist/index.js')
  const directory = await mkdtemp(join(tmpdir(), 'kla-test-'))
  // PostgreSQL may run as another user, who must reach its data.
  await chmod(directory, 0o711)
  const launcher = createLauncher(join(directory, 'logs'))
  const ports = createPorts()
  const start = (worker, given) =>
    startInfrastructure({
      launcher,
      directory: join(directory, `worker-${worker}`),
      given,
      ports: { take: (name) => ports.take(`${name}-${worker}`) },
      postgresPassword: 'test',
      durable: false,
      say: (line) => console.log(line),
    })
  const running = [await start(1, given)]
  const { postgresUrl } = running[0]
  process.env['POSTGRES_URL'] = postgresUrl
  process.env['REDIS_URL'] = running[0].redis.url
  process.env['NATS_URL'] = running[0].nats.url
  for (let worker = 2; worker <= workers; worker += 1) {
    const more = await start(worker, { ...given, postgresUrl })
    running.push(more)
    process.env[`REDIS_URL_${worker}`] = more.redis.url
    process.env[`NATS_URL_${worker}`] = more.nats.url
  }
  return async () => {
    await Promise.all(running.map((servers) => servers.stop()))
    await launcher.close()
    await rm(directory, { recursive: true, force: true })
  }
}

export default async function setup({ maxWorkers }) {
  globalThis.stopKlaTestInfrastructure = await startTestInfrastructure(maxWorkers)
}
