import { createLauncher, createPorts, type Platform, waitUntil } from '@kla/local'
import { type NamedProcesses, processesOf } from '../../measure/machine.js'
import type { ChatTarget } from '../targets.js'

const HOST = '127.0.0.1'

/** Stores that peers share with a platform. */
export interface PeerPlace {
  readonly natsUrl: string
  readonly logDirectory: string
  readonly processes: NamedProcesses
}

export const placeOf = async (platform: Platform): Promise<PeerPlace> => ({
  natsUrl: platform.infrastructure.nats.url,
  logDirectory: platform.logDirectory,
  processes: await processesOf(platform),
})

interface PeerServer {
  readonly name: string
  readonly port: number
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

async function launchPeers(
  { logDirectory, processes }: PeerPlace,
  command: string,
  servers: readonly PeerServer[],
  { protocol, store }: { readonly protocol: ChatTarget['protocol']; readonly store: string | undefined },
): Promise<ChatTarget> {
  const launcher = createLauncher(logDirectory)
  const launched = servers.map(({ name, env }) => launcher.launch({ name, command, args: [], env }))
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
