import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ofThisRun, storeImages, usesContainers } from './containers.js'

/** Containers share the network only on Linux. */
const inContainer = (): boolean => usesContainers() && process.platform === 'linux'

export const coturnInstalled = (): boolean =>
  inContainer() || spawnSync('turnserver', ['--version']).error === undefined

/** TURN server on a loopback port. */
export interface Coturn {
  readonly port: number
  stop(): Promise<void>
}

const PRIVATE_RANGES = [
  '0.0.0.0-0.255.255.255',
  '10.0.0.0-10.255.255.255',
  '100.64.0.0-100.127.255.255',
  '169.254.0.0-169.254.255.255',
  '172.16.0.0-172.31.255.255',
  '192.168.0.0-192.168.255.255',
]

/** Production's configuration, but may allow loopback peers. */
export async function startCoturn(
  secret: string,
  options: { readonly loopbackPeers?: boolean; readonly userQuota?: number } = {},
): Promise<Coturn> {
  const port = await freePort()
  const settings = [
    '-n', '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', `--listening-port=${port}`, '--no-tls', '--no-dtls',
    '--no-cli', '--no-tcp', '--realm=kla.test', '--fingerprint', '--use-auth-secret',
    `--static-auth-secret=${secret}`, '--log-file=stdout', '--no-multicast-peers',
    ...PRIVATE_RANGES.map((range) => `--denied-peer-ip=${range}`),
    ...(options.userQuota === undefined ? [] : [`--user-quota=${options.userQuota}`]),
    ...(options.loopbackPeers ? ['--allow-loopback-peers'] : []),
  ] // oxfmt-ignore
  const { exited, stop } = await (inContainer() ? startContainer(settings) : startBinary(settings))
  try {
    await answering(port, exited)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, stop }
}

interface Running {
  readonly exited: Promise<unknown>
  stop(): Promise<void>
}

const filesIn = (folder: string): string[] => [`--pidfile=${join(folder, 'pid')}`, `--userdb=${join(folder, 'db')}`]

async function startBinary(settings: readonly string[]): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'kla-coturn-'))
  const child = spawn('turnserver', [...settings, ...filesIn(folder)], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  return {
    exited,
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true })
    },
  }
}

async function startContainer(settings: readonly string[]): Promise<Running> {
  const { GenericContainer } = await import('testcontainers')
  const container = await ofThisRun(new GenericContainer(storeImages().coturn))
    .withNetworkMode('host')
    .withCommand([...settings, ...filesIn('/tmp')])
    .start()
  return { exited: new Promise(() => undefined), stop: async () => void (await container.stop({ timeout: 0 })) }
}

const BINDING_REQUEST = Buffer.from('000100002112a442000000000000000000000001', 'hex')
const STARTS_WITHIN_MS = 10_000

// coturn buffers its output.
async function answering(port: number, exited: Promise<unknown>): Promise<void> {
  const socket = createSocket('udp4')
  const asking = setInterval(() => socket.send(BINDING_REQUEST, port, '127.0.0.1'), 50)
  const gone = exited.then(() => {
    throw new Error('turnserver ended before it answered')
  })
  gone.catch(() => undefined)
  try {
    await Promise.race([once(socket, 'message', { signal: AbortSignal.timeout(STARTS_WITHIN_MS) }), gone])
  } finally {
    clearInterval(asking)
    socket.close()
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}
