import { createLauncher, createPorts, type LaunchOptions, type Platform, waitUntil } from '@kla/local'
import { type NamedProcesses, processesOf } from '../../measure/machine.js'
import type { ChatTarget } from '../targets.js'

const HOST = '127.0.0.1'

/** Stores that peers share with a platform. */
export interface PeerPlace {
  readonly natsUrl: string
  readonly postgresUrl: string
  readonly logDirectory: string
  readonly processes: NamedProcesses
}

export const placeOf = async (platform: Platform): Promise<PeerPlace> => ({
  natsUrl: platform.infrastructure.nats.url,
  postgresUrl: platform.infrastructure.postgresUrl,
  logDirectory: platform.logDirectory,
  processes: await processesOf(platform),
})

interface PeerServer {
  readonly name: string
  readonly port: number
  readonly args?: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** Starts one Centrifugo, or several with NATS between them. */
export async function startCentrifugo(place: PeerPlace, program: string, count: number): Promise<ChatTarget> {
  const broker = { BROKER_ENABLED: 'true', BROKER_TYPE: 'nats', BROKER_NATS_URL: place.natsUrl }
  const settings = {
    HTTP_SERVER_ADDRESS: HOST,
    // Anyone may connect, subscribe and publish: it checks less than a gateway does.
    CLIENT_INSECURE: 'true',
    LOG_LEVEL: 'warn',
    USAGE_STATS_DISABLED: 'true',
    ...(count > 1 && broker),
  }
  const ports = createPorts()
  const servers: PeerServer[] = []
  for (let server = 1; server <= count; server++) {
    const port = await ports.take(`centrifugo-${server}`)
    const env = Object.entries({ ...settings, HTTP_SERVER_PORT: `${port}` })
    servers.push({
      name: `centrifugo-${server}`,
      port,
      env: Object.fromEntries(env.map(([name, value]) => [`CENTRIFUGO_${name}`, value])),
    })
  }
  ports.close()
  return launchPeers(place, program, servers, { protocol: 'centrifugo', store: count > 1 ? 'nats' : undefined })
}

/** Starts one Nakama on PostgreSQL, in a database of its own. */
export async function startNakama(
  place: PeerPlace,
  program: string,
  protocol: 'nakama' | 'nakama-kept',
): Promise<ChatTarget> {
  const { username, password, host } = new URL(place.postgresUrl)
  const database = ['--database.address', `${username}:${password}@${host}/nakama`]
  const env = { NAKAMA_TELEMETRY: '0' }
  const launcher = createLauncher(place.logDirectory)
  try {
    await launcher.run({ name: 'nakama-migrate', command: program, args: ['migrate', 'up', ...database], env })
  } finally {
    await launcher.close()
  }
  const ports = createPorts()
  // They listen for gRPC too, on the port one and three below.
  const taken: number[] = []
  for (let at = 0; at < 6; at++) taken.push(await ports.take(`nakama-${at}`))
  const [, port = 0, , , , consolePort = 0] = taken
  ports.close()
  const options = {
    'socket.address': HOST,
    'socket.port': port,
    'console.address': HOST,
    'console.port': consolePort,
    'logger.level': 'warn',
    data_dir: `${place.logDirectory}/nakama`,
    // A token of the default minute would end before a slow machine has seated all.
    'session.token_expiry_sec': 7_200,
  }
  const args = [...database, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, `${value}`])]
  return launchPeers(place, program, [{ name: 'nakama', port, args, env }], { protocol, store: 'postgres' })
}

async function launchPeers(
  { logDirectory, processes }: PeerPlace,
  command: string,
  servers: readonly PeerServer[],
  { protocol, store }: { readonly protocol: ChatTarget['protocol']; readonly store: string | undefined },
): Promise<ChatTarget> {
  const launcher = createLauncher(logDirectory)
  const launched = servers.map(({ name, args = [], env }) =>
    launcher.launch({ name, command, args, env } satisfies LaunchOptions),
  )
  const urls = servers.map(({ port }) => `http://${HOST}:${port}`)
  const stop = async (): Promise<void> => {
    await Promise.all(launched.map((server) => server.stop()))
    await launcher.close()
  }
  try {
    await Promise.all(
      launched.map((server, at) => waitUntil(server, async () => (await fetch(urls[at] ?? '')).status > 0)),
    )
  } catch (error) {
    await stop()
    throw error
  }
  return {
    protocol,
    servers: urls,
    processes: Object.fromEntries([
      ...launched.map(({ name, pid }) => [name, pid] as const),
      ...Object.entries(processes).filter(([name]) => name === store),
    ]),
    openWindow: () => Promise.resolve(() => Promise.resolve([])),
    stop,
  }
}
