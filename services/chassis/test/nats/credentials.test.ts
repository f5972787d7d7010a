import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort, openPrivateServers, type PrivateServers } from '../support/private-servers.js'

const LISTENS = fileURLToPath(new URL('../support/listens.mjs', import.meta.url))

let servers: PrivateServers
beforeAll(async () => {
  servers = await openPrivateServers()
})
afterAll(() => servers.close())

describe('a process', () => {
  test('exits when its credentials are revoked', async () => {
    const port = await freePort()
    const allow = (user: string): Promise<void> =>
      servers.write('nats.conf', `listen: 127.0.0.1:${port}\nauthorization { user: ${user}, password: pass }\n`)
    await allow('kla')
    const server = await servers.start(port, 'nats-server', ['-c', 'nats.conf'])

    const env = { ...process.env, NATS_URL: `nats://kla:pass@127.0.0.1:${port}` }
    const child = spawn(process.execPath, [LISTENS], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    await allow('another')
    server.kill('SIGHUP')
    expect((await exited)[0]).toBe(1)
    expect(complaint).toContain('NATS does not take this process back')
  }, 60_000)
})
