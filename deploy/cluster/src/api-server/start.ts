import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from './client.js'

const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 250

interface RunningApiServer {
  readonly client: Client
  stop(): Promise<void>
}

/** Starts on free ports, with temporary keys and data. */
export async function startApiServer({ etcd, apiServer }: Binaries): Promise<RunningApiServer> {
  const directory = await mkdtemp(join(tmpdir(), 'kla-api-server-'))
  const [clientPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const token = randomBytes(24).toString('hex')
  const keys = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  await Promise.all([
    writeFile(join(directory, 'tokens.csv'), `${token},checker,checker,system:masters\n`, { mode: 0o600 }),
    writeFile(join(directory, 'accounts.key'), keys.privateKey, { mode: 0o600 }),
    writeFile(join(directory, 'accounts.pub'), keys.publicKey),
  ])

  const etcdUrl = `http://127.0.0.1:${clientPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const processes = [
    launch(etcd, [
      `--data-dir=${join(directory, 'etcd')}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      `--listen-peer-urls=${peerUrl}`,
      `--initial-advertise-peer-urls=${peerUrl}`,
      `--initial-cluster=default=${peerUrl}`,
      '--unsafe-no-fsync',
    ]),
    launch(apiServer, [
      `--etcd-servers=${etcdUrl}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--cert-dir=${join(directory, 'certificates')}`,
      `--token-auth-file=${join(directory, 'tokens.csv')}`,
      '--authorization-mode=RBAC',
      '--service-cluster-ip-range=10.0.0.0/24',
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${join(directory, 'accounts.pub')}`,
      `--service-account-signing-key-file=${join(directory, 'accounts.key')}`,
    ]),
  ]
  const stop = async (): Promise<void> => {
    // The API server goes first: it would wait for etcd.
    for (const running of processes.reverse()) await running.stop()
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const client = await whenReady(port, token, join(directory, 'certificates/apiserver.crt'), processes)
    return { client, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Process {
  readonly child: ChildProcess
  said(): string
  stop(): Promise<void>
}

function launch(program: string, args: readonly string[]): Process {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2_000)))
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  return {
    child,
    said: () => said,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await exited
    },
  }
}

async function whenReady(
  port: number,
  token: string,
  certificate: string,
  processes: readonly Process[],
): Promise<Client> {
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    const dead = processes.find(({ child }) => child.exitCode !== null)
    if (dead) throw new Error(`${dead.child.spawnfile} has ended:\n${dead.said()}`)
    const ca = await readFile(certificate).catch(() => undefined)
    const client = ca && createClient({ port, token, ca })
    if (client && (await client.ready())) return client
    if (Date.now() > until) throw new Error(`The API server is not ready after ${READY_WITHIN_MS / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

interface Binaries {
  readonly etcd: string
  readonly apiServer: string
}
