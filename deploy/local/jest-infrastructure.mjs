// Real PostgreSQL, Redis and NATS for a run of tests that was not given any.
import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const VARIABLES = { POSTGRES_URL: 'postgresUrl', REDIS_URL: 'redisUrl', NATS_URL: 'natsUrl' }

/** Starts what is missing and sets the variables that tests read. Answers how to stop it again. */
export async function startTestInfrastructure() {
  const given = {}
  for (const [name, key] of Object.entries(VARIABLES)) if (process.env[name]) given[key] = process.env[name]
  if (Object.keys(given).length === Object.keys(VARIABLES).length) return async () => undefined

  const { createLauncher, createPorts, startInfrastructure } = await import('./dist/index.js')
  const directory = await mkdtemp(join(tmpdir(), 'kla-test-'))
  // PostgreSQL may run as another user, who must reach its data.
  await chmod(directory, 0o711)
  const launcher = createLauncher(join(directory, 'logs'))
  const running = await startInfrastructure({
    launcher,
    directory,
    given,
    ports: createPorts(),
    postgresPassword: 'test',
    durable: false,
    say: (line) => console.log(line),
  })
  process.env['POSTGRES_URL'] = running.postgresUrl
  process.env['REDIS_URL'] = running.redis.url
  process.env['NATS_URL'] = running.nats.url
  return async () => {
    await running.stop()
    await launcher.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** What jest calls before the first test. */
export default async function setup() {
  globalThis.stopKlaTestInfrastructure = await startTestInfrastructure()
}
