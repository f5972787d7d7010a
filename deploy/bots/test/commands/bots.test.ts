import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { type WebSocket, WebSocketServer } from 'ws'

const SCRIPT = `
  import { stopSignal } from './deploy/local/bootstrap.mjs'
  import { main } from './deploy/bots/dist/commands/bots.js'
  await main(process.argv.slice(1), stopSignal())
`

let site: Server
let sockets: WebSocketServer
let heard: string[]

/** A platform where players sign in and sit down, but no battle ever begins. */
beforeEach(async () => {
  heard = []
  let people = 0
  site = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/auth/discord')
      return void response.writeHead(302, { location: '/', 'set-cookie': 'kla=one' }).end()
    people += 1
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ id: people, username: `player ${people}`, shown_as: 'discord', accessToken: '' }))
  })
  sockets = new WebSocketServer({ server: site })
  sockets.on('connection', (socket: WebSocket) => {
    socket.on('message', (raw: Buffer) => {
      const { event, ack } = JSON.parse(raw.toString()) as { event: string; ack?: number }
      heard.push(event)
      if (ack !== undefined && event !== 'send-message') {
        socket.send(JSON.stringify({ ack, data: { success: true, roomId: `r${heard.length}` } }))
      }
    })
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
})
afterEach(() => {
  for (const socket of sockets.clients) socket.terminate()
  site.closeAllConnections()
  site.close()
})

/** Resolves once all sit in battles. `ended`: the exit code and what was printed. */
async function playing(battles: number) {
  const { port } = site.address() as AddressInfo
  const options = ['--url', `http://127.0.0.1:${port}`, '--battles', String(battles)]
  const run = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, '--', ...options])
  let printed = ''
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  const ended = once(run, 'close').then(([code]) => ({ code: code as number, printed }))
  await eventually(() => heard.filter((event) => event === 'ready-up').length === 2 * battles, 20_000)
  return { run, ended }
}

describe('npm run bots', () => {
  test('prints what it has measured when it is stopped', async () => {
    const { run, ended } = await playing(2)
    run.kill('SIGTERM')
    const { code, printed } = await ended
    expect(printed).toMatch('battles finished     0 (0 failed, 2 cut short, 2 at once)')
    expect(printed).toMatch('1 x the run was stopped')
    expect(heard.filter((event) => event === 'leave-room')).toHaveLength(4)
    expect(code).toBe(1)
  }, 40_000)

  test('prints what it has measured when a fault would end it', async () => {
    const { ended } = await playing(1)
    const [socket] = sockets.clients
    socket?.send('{ no frame')
    const { code, printed } = await ended
    expect(printed).toMatch('battles finished     0 (0 failed, 1 cut short, 1 at once)')
    expect(printed).toMatch('JSON')
    expect(code).toBe(1)
  }, 40_000)

  test('prints that nobody could be seated', async () => {
    const { port } = site.address() as AddressInfo
    sockets.removeAllListeners('connection')
    sockets.on('connection', (socket: WebSocket) => {
      socket.on('message', (raw: Buffer) => {
        const { ack } = JSON.parse(raw.toString()) as { ack?: number }
        if (ack !== undefined)
          socket.send(JSON.stringify({ ack, data: { success: false, code: 'AGE_NOT_CONFIRMED', error: 'No.' } }))
      })
    })
    const options = ['--url', `http://127.0.0.1:${port}`, '--battles', '3']
    const run = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT, '--', ...options])
    let printed = ''
    run.stdout.on('data', (text: Buffer) => (printed += text.toString()))
    const [code] = (await once(run, 'close')) as [number]
    expect(printed).toMatch('battles finished     0 (0 failed, 0 cut short, 0 at once)')
    expect(printed).toMatch('1 x create-room was refused: AGE_NOT_CONFIRMED')
    expect(code).toBe(1)
  }, 40_000)
})
