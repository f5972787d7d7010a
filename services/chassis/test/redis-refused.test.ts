import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createRedis, type Redis } from '@kla/chassis'
import { eventually, infrastructure, quietLogger, uniqueName } from '@kla/testkit'
import { createMortalServer } from './support/mortal-server.js'
import { freePort, openPrivateServers, type PrivateServers } from './support/private-servers.js'

const TIMEOUT_MS = 300

let servers: PrivateServers
let port: number
let server: ChildProcess
let redis: Redis
beforeAll(async () => {
  servers = await openPrivateServers()
})
afterAll(() => servers.close())
beforeEach(async () => {
  port = await freePort()
  await start()
  redis = open(`redis://127.0.0.1:${port}`)
  await redis.ping()
}, 60_000)
afterEach(() => redis.disconnect())

const open = (url: string, commandTimeoutMs = TIMEOUT_MS): Redis =>
  createRedis({ url, log: quietLogger(), commandTimeoutMs })
async function start(): Promise<void> {
  server = await servers.start(port, 'redis-server', ['--port', String(port), '--save', '', '--appendonly', 'no'])
}
async function kill(): Promise<void> {
  const gone = Promise.all([once(server, 'exit'), once(redis, 'close')])
  server.kill('SIGKILL')
  await gone
}
/** Commands that wait for a connection. */
const waiting = (of = redis) =>
  (of as unknown as { offlineQueue: { length: number; peekFront(): { command: { reject(error: Error): void } } } })
    .offlineQueue
const outcomeOf = (reply: Promise<unknown>): Promise<unknown> => reply.catch((error: Error) => error.message)

describe('commands that were refused while Redis was away', () => {
  test('are forgotten, and do not run when it is back', async () => {
    await kill()
    const outcomes = await Promise.all(Array.from({ length: 500 }, () => outcomeOf(redis.incr('stale'))))
    expect(new Set(outcomes)).toEqual(new Set(['Command timed out']))
    expect(waiting()).toHaveLength(0)
    await start()
    await eventually(async () => expect(await redis.get('stale')).toBeNull())
  })

  test('take the rest of their pipeline along, while the others run and receive their own replies', async () => {
    const patient = open(`redis://127.0.0.1:${port}`, 30_000)
    await patient.ping()
    const closed = once(patient, 'close')
    await kill()
    await closed
    const running = patient.pipeline().incr('part').incr('part').exec()
    const others = [patient.set('other', 'one'), patient.append('other', ' two')]
    // As when its timer fires a moment before those of the rest.
    waiting(patient).peekFront().command.reject(new Error('Command timed out'))
    expect(waiting(patient)).toHaveLength(3)
    await start()
    expect(await running).toMatchObject([[{ message: 'Command timed out' }], [{ message: 'Command timed out' }]])
    expect(await Promise.all([...others, patient.get('part'), patient.get('other')])).toEqual([
      'OK',
      7,
      null,
      'one two',
    ])
    patient.disconnect()
  })
})

test('a command that was refused in flight is not sent again over the next connection', async () => {
  const mortal = await createMortalServer(infrastructure().redisUrl)
  const behind = open(mortal.url)
  const key = uniqueName('counter')
  await behind.ping()
  mortal.die()
  expect(await outcomeOf(behind.incr(key))).toBe('Command timed out')
  mortal.replace()
  mortal.restart()
  await eventually(async () => expect(await behind.get(key)).toBeNull())
  behind.disconnect()
  mortal.close()
})
