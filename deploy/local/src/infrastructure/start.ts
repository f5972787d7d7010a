import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { storeUserName } from '@kla/chassis'
import type { ServiceName } from '../platform/services.js'
import type { Launched, Launcher } from '../processes/launcher.js'
import type { Say } from '../root.js'
import { addressAs, makeRedisUsers, OPERATOR, SHARED_NATS, type StorePasswords } from '../store-users/users.js'
import type { Ports } from './ports.js'
import { startPostgres } from './postgres.js'
import { startNats, startRedis } from './stores.js'
import { ensureTools, type ToolName } from './tools.js'

/** Given servers, and options of the others. */
export interface InfrastructureOptions {
  readonly launcher: Launcher
  readonly ports: Pick<Ports, 'take'>
  readonly directory: string
  readonly postgresPassword: string
  readonly say: Say
  readonly durable: boolean
  /** Default: no passwords, as service tests need. */
  readonly storePasswords?: Readonly<Record<'redis' | 'nats', StorePasswords>>
  readonly given?: { readonly postgresUrl?: string; readonly redisUrl?: string; readonly natsUrl?: string }
}

interface Start {
  readonly launcher: Launcher
  readonly program: string
  readonly directory: string
  readonly port: number
  readonly passwords: StorePasswords | undefined
}

export interface RestartOptions {
  readonly how?: NodeJS.Signals
  readonly downMs?: number
  /** Starts without what was stored, as a pod with a volume of its own. */
  readonly emptied?: boolean
}

/** A server that can restart on its port, by default with its data. */
export interface Server {
  readonly url: string
  /** Falls back to the operator's URL. */
  urlOf(service: ServiceName): string
  /** Undefined for a given server. */
  readonly process: Launched | undefined
  restart(options?: RestartOptions): Promise<void>
  stop(): Promise<void>
}

/** The servers that a platform runs on. */
export interface RunningInfrastructure {
  readonly postgresUrl: string
  readonly redis: Server
  readonly nats: Server
  stop(): Promise<void>
}

export async function startInfrastructure(options: InfrastructureOptions): Promise<RunningInfrastructure> {
  const { launcher, ports, directory, given = {} } = options
  const needed: ToolName[] = [
    ...(given.redisUrl ? [] : (['redis'] as const)),
    ...(given.natsUrl ? [] : (['nats'] as const)),
  ]
  const tools: Partial<Record<ToolName, string>> = await ensureTools(needed, options.say)

  const postgres = async (): Promise<{ url: string; stop(): Promise<void> }> =>
    given.postgresUrl === undefined
      ? startPostgres({
          launcher,
          directory: join(directory, 'postgres'),
          port: await ports.take('postgres'),
          password: options.postgresPassword,
          durable: options.durable,
        })
      : { url: given.postgresUrl, stop: async () => undefined }

  const server = async (
    name: 'redis' | 'nats',
    start: (options: Start) => Promise<Launched>,
    url: string | undefined,
  ): Promise<Server> => {
    const passwords = options.storePasswords?.[name]
    if (url !== undefined) return givenServer(name, url, passwords, options.say)
    const port = await ports.take(name)
    const stored = join(directory, name)
    const again = () => start({ launcher, program: tools[name] ?? name, directory: stored, port, passwords })
    return restartable(accessOf(`${name}://127.0.0.1:${port}`, passwords), await again(), again, () =>
      rm(stored, { recursive: true }),
    )
  }

  const settled = await Promise.allSettled([
    postgres(),
    server('redis', startRedis, given.redisUrl),
    server('nats', startNats, given.natsUrl),
  ])
  const stop = async (): Promise<void> => {
    await Promise.all(settled.map(async (result) => result.status === 'fulfilled' && (await result.value.stop())))
  }
  const [database, redis, nats] = settled
  if (database.status === 'fulfilled' && redis.status === 'fulfilled' && nats.status === 'fulfilled') {
    return { postgresUrl: database.value.url, redis: redis.value, nats: nats.value, stop }
  }
  await stop()
  throw settled.find((result) => result.status === 'rejected')?.reason
}

type Access = Pick<Server, 'url' | 'urlOf'>

const accessOf = (url: string, passwords: StorePasswords | undefined): Access =>
  passwords
    ? {
        url: addressAs(url, OPERATOR, passwords.operator),
        urlOf: (service) => addressAs(url, storeUserName(service), passwords[service]),
      }
    : { url, urlOf: () => url }

function restartable(
  access: Access,
  first: Launched,
  again: () => Promise<Launched>,
  empty: () => Promise<void>,
): Server {
  let current = first
  return {
    ...access,
    get process() {
      return current
    },
    async restart({ how, downMs = 0, emptied = false } = {}) {
      if (how) current.signal(how)
      else await current.stop()
      await current.exited
      if (emptied) await empty()
      await new Promise((resolve) => setTimeout(resolve, downMs))
      current = await again()
    },
    stop: () => current.stop(),
  }
}

async function givenServer(
  name: 'redis' | 'nats',
  url: string,
  passwords: StorePasswords | undefined,
  say: Say,
): Promise<Server> {
  const split = name === 'redis' && passwords !== undefined
  if (split) await makeRedisUsers(url, passwords, say)
  else if (passwords) say(SHARED_NATS)
  return {
    url,
    urlOf: (service) => (split ? addressAs(url, storeUserName(service), passwords[service]) : url),
    process: undefined,
    restart: () => Promise.reject(new Error(`${name} was not started here`)),
    stop: async () => undefined,
  }
}
