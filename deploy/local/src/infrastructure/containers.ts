import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { currentRun, ofThisRun, storeImages } from '@kla/testkit/containers'
import type { GenericContainer, StartedTestContainer, WaitStrategy } from 'testcontainers'
import type { Launcher } from '../processes/launcher.js'
import { LocalFailure, ROOT, type Say } from '../root.js'
import type { Ports } from './ports.js'

const MAIN = `${ROOT}deploy/local/dist/infrastructure/containers-main.js`
// Includes pulling images; a dead network must not hang tests.
const CHECKED_WITHIN_MS = { asked: 600_000, unasked: 120_000 }

/** Follows TEST_STORES (`containers` or `binaries`); by default, prefers containers where an engine has images. */
export async function chooseStores(setting: string | undefined, say: Say): Promise<'containers' | 'binaries'> {
  if (setting === 'binaries') return 'binaries'
  if (setting && setting !== 'containers') throw new LocalFailure(`TEST_STORES=${setting}: use containers or binaries.`)
  const asked = setting === 'containers'
  if (!asked && !mayHaveEngine()) return 'binaries'
  if (process.env['TEST_CONTAINER_NETWORK'] === 'host') process.env['TESTCONTAINERS_HOST_OVERRIDE'] ||= '127.0.0.1'
  const timeout = asked ? CHECKED_WITHIN_MS.asked : CHECKED_WITHIN_MS.unasked
  try {
    await promisify(execFile)(process.execPath, [MAIN, 'check'], { timeout, killSignal: 'SIGKILL' })
    return 'containers'
  } catch (error) {
    const { killed, stderr } = error as { killed?: boolean; stderr?: string }
    const reason = killed ? `no images within ${timeout / 1000} s` : stderr?.trim().split('\n').at(-1)
    if (asked) throw new LocalFailure(`TEST_STORES=containers, but containers are not available: ${reason}`)
    say(`Stores of the tests are binaries, not containers: ${reason}`)
    return 'binaries'
  }
}

function mayHaveEngine(): boolean {
  const { DOCKER_HOST, XDG_RUNTIME_DIR } = process.env
  const homes = ['.docker/run/docker.sock', '.docker/desktop/docker.sock', '.testcontainers.properties']
  const places = ['/var/run/docker.sock', ...homes.map((name) => join(homedir(), name))]
  if (XDG_RUNTIME_DIR) places.push(join(XDG_RUNTIME_DIR, 'docker.sock'))
  return Boolean(DOCKER_HOST) || places.some((place) => existsSync(place))
}

/** Ports, password and workers of test containers. */
export interface ContainerStoresOptions {
  readonly launcher: Launcher
  readonly ports: Pick<Ports, 'take'>
  readonly workers: number
  readonly given: { readonly postgresUrl?: string; readonly redisUrl?: string; readonly natsUrl?: string }
  readonly password: string
}

/** Addresses of the running containers. */
export interface ContainerStores {
  readonly postgresUrl: string
  readonly redisUrls: readonly string[]
  readonly natsUrls: readonly string[]
  stop(): Promise<void>
}

/** Starts a PostgreSQL, and a Redis and NATS per worker, for this process. */
export async function startContainerStores(options: ContainerStoresOptions): Promise<ContainerStores> {
  const { launcher, workers, given } = options
  const keeper = launcher.launch({
    name: 'containers',
    command: process.execPath,
    args: [MAIN, 'keep', currentRun()],
    ours: true,
  })
  const started: StartedTestContainer[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((container) => container.stop({ timeout: 0 })))
    await keeper.stop()
  }
  const starter = createStarter(options, started)
  const forWorkers = (url: string | undefined, start: (worker: number) => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: workers }, async (_, index) => url ?? start(index + 1)))
  const settled = await Promise.allSettled([
    given.postgresUrl ?? starter.postgres(),
    forWorkers(given.redisUrl, starter.redis),
    forWorkers(given.natsUrl, starter.nats),
  ])
  const [postgres, redis, nats] = settled
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled' && nats.status === 'fulfilled') {
    return { postgresUrl: postgres.value, redisUrls: redis.value, natsUrls: nats.value, stop }
  }
  await stop()
  throw settled.find((result) => result.status === 'rejected')?.reason
}

const POSTGRES_PORT = 5432
const REDIS_PORT = 6379
const NATS_PORT = 4222

/** Engine layers are too slow for writes of each message. */
const IN_MEMORY = 'rw'

/** Modules insist on published ports, so `host` uses generic containers. */
function createStarter({ ports, password }: ContainerStoresOptions, started: StartedTestContainer[]) {
  const images = storeImages()
  const network = process.env['TEST_CONTAINER_NETWORK']
  const onHost = network === 'host'
  const address = onHost ? '127.0.0.1' : '0.0.0.0'
  const portOf = async (name: string, usual: number): Promise<number> => (onHost ? ports.take(name) : usual)

  const start = async (
    container: GenericContainer,
    port: number,
    command: string[],
    ready: WaitStrategy,
  ): Promise<string> => {
    if (network) container.withNetworkMode(network)
    const running = await ofThisRun(container.withCommand(command).withWaitStrategy(ready)).start()
    started.push(running)
    const host = running.getHost() === 'localhost' ? '127.0.0.1' : running.getHost()
    return `${host}:${onHost ? port : running.getMappedPort(port)}`
  }

  return {
    async postgres(): Promise<string> {
      const { PostgreSqlContainer } = await import('@testcontainers/postgresql')
      const { GenericContainer, Wait } = await import('testcontainers')
      const port = await portOf('postgres', POSTGRES_PORT)
      const settings = { max_connections: 200, fsync: 'off', listen_addresses: address, port }
      const command = ['postgres', ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
      const container = onHost
        ? new GenericContainer(images.postgres).withEnvironment({ POSTGRES_PASSWORD: password })
        : new PostgreSqlContainer(images.postgres)
            .withUsername('postgres')
            .withPassword(password)
            .withDatabase('postgres')
      container
        .withEnvironment({
          POSTGRES_INITDB_ARGS:
            '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --no-sync',
        })
        .withHealthCheck({
          test: ['CMD-SHELL', `pg_isready --host 127.0.0.1 --port ${port} --username postgres`],
          interval: 250,
          timeout: 1_000,
          retries: 1_000,
        })
      return `postgres://postgres:${password}@${await start(container, port, command, Wait.forHealthCheck())}/postgres`
    },

    async redis(worker: number): Promise<string> {
      const { RedisContainer } = await import('@testcontainers/redis')
      const { GenericContainer, Wait } = await import('testcontainers')
      const port = await portOf(`redis-${worker}`, REDIS_PORT)
      const settings = {
        port,
        bind: address,
        appendonly: 'yes',
        appendfsync: 'always',
        save: '',
        'maxmemory-policy': 'noeviction',
      }
      const command = [
        'redis-server',
        ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]),
      ]
      const container = onHost ? new GenericContainer(images.redis) : new RedisContainer(images.redis)
      container.withTmpFs({ '/data': IN_MEMORY })
      return `redis://${await start(container, port, command, Wait.forLogMessage('Ready to accept connections'))}`
    },

    async nats(worker: number): Promise<string> {
      const { NatsContainer } = await import('@testcontainers/nats')
      const { GenericContainer, Wait } = await import('testcontainers')
      const port = await portOf(`nats-${worker}`, NATS_PORT)
      const command = ['--addr', address, '--port', String(port), '--jetstream', '--store_dir', '/tmp/jetstream']
      // The module's command adds a user.
      class OpenNatsContainer extends NatsContainer {
        protected override beforeContainerCreated(): Promise<void> {
          this.withCommand(command)
          return Promise.resolve()
        }
      }
      const container = onHost ? new GenericContainer(images.nats) : new OpenNatsContainer(images.nats)
      container.withTmpFs({ '/tmp/jetstream': IN_MEMORY })
      return `nats://${await start(container, port, command, Wait.forLogMessage('Server is ready'))}`
    },
  }
}
