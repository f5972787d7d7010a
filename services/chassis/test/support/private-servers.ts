import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eventually } from '@kla/testkit'

/** Servers of one suite alone, in a directory of their own. */
export interface PrivateServers {
  readonly directory: string
  /** A certificate for 127.0.0.1 and localhost that is its own authority: cert.pem and key.pem in the directory. */
  certify(): Promise<void>
  /** Starts a program in the directory, and waits until `port` takes connections. Answers its process. */
  start(port: number, program: string, args: readonly string[]): Promise<ChildProcess>
  write(name: string, text: string): Promise<void>
  close(): Promise<void>
}

export async function openPrivateServers(): Promise<PrivateServers> {
  const directory = await mkdtemp(join(tmpdir(), 'kla-servers-'))
  const children: ChildProcess[] = []
  return {
    directory,
    async certify() {
      const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
      const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem']
      const options = ['req', '-x509', ...key, '-out', 'cert.pem', '-days', '2', ...subject]
      await promisify(execFile)('openssl', options, { cwd: directory })
    },
    async start(port, program, args) {
      const child = spawn(program, [...args], { cwd: directory, stdio: 'ignore' })
      children.push(child)
      await eventually(() => answers(port), 20_000)
      return child
    },
    write: (name, text) => writeFile(join(directory, name), text),
    async close() {
      for (const child of children) {
        const exited = once(child, 'exit')
        if (child.kill('SIGKILL')) await exited
      }
      await rm(directory, { recursive: true })
    },
  }
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
