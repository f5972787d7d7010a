import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect } from '@jest/globals'
import { createRedis, type Redis } from '@kla/chassis'
import { createLauncher, createPorts, findTool, SERVICES } from '@kla/local'
import { eventually, quietLogger } from '@kla/testkit'
import { describeWithHelm, rendered, testWithHelm, valueSet } from '../with-helm.js'

const run = promisify(execFile)

/** Redis's reply to an unknown user. */
const NOT_IN = /^(NOAUTH|WRONGPASS)$/

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kla-store-users-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

interface WithTexts {
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
}

/** What the chart renders under this key, as a file. */
async function fileOf(set: string, key: string): Promise<string> {
  const { objects } = await rendered(valueSet(set).files)
  const texts = (objects as readonly WithTexts[]).flatMap(({ data, stringData }) => [data?.[key], stringData?.[key]])
  const text = texts.find((one) => one !== undefined)
  if (text === undefined) throw new Error(`the chart renders no ${key} of ${set}`)
  const file = join(directory, `${set}-${key}`)
  await writeFile(file, text)
  return file
}

describeWithHelm('users of the stores in the chart', () => {
  const passwords = Object.fromEntries(
    SERVICES.map((service) => [`KLA_NATS_${service.toUpperCase().replaceAll('-', '_')}`, 'p0123456789']),
  )

  testWithHelm.each([
    ['dev', 'nats.conf'],
    ['everything', 'nats-users.conf'],
  ])('are a configuration that nats-server accepts (%s)', async (set, key) => {
    const server = (await findTool('nats')) ?? 'nats-server'
    const env = { ...process.env, ...(set === 'dev' ? {} : passwords) }
    const { stderr } = await run(server, ['-t', '-c', await fileOf(set, key)], { env })
    expect(stderr).toMatch(/configuration file .* is valid/)
  })

  testWithHelm.each([
    ['dev', 'made-up'],
    ['everything', ''],
  ])('are an ACL file that Redis accepts, in which only auth writes sessions (%s)', async (set, password) => {
    const launcher = createLauncher(join(directory, `${set}-logs`))
    const port = await createPorts().take('redis')
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory]
    const server = launcher.launch({
      name: 'redis',
      command: (await findTool('redis')) ?? 'redis-server',
      args: [...args, '--aclfile', await fileOf(set, 'users.acl')],
    })
    const said = async (user: string): Promise<string> => {
      const redis: Redis = createRedis({
        url: `redis://${user}:${password || 'any'}@127.0.0.1:${port}`,
        log: quietLogger(),
      })
      const answer = redis.set('kla:auth:session:{made-up}', 1, 'PX', 1_000)
      return answer.catch((error: Error) => error.message.split(' ')[0] ?? '').finally(() => redis.disconnect())
    }
    // A user without a password refuses every login.
    const [ofAuth, ofRooms] = password === '' ? [NOT_IN, NOT_IN] : [/^OK$/, /^NOPERM$/]
    try {
      await eventually(async () => expect(await said('kla-auth')).toMatch(ofAuth), 10_000)
      expect(await said('kla-rooms')).toMatch(ofRooms)
      expect(await said('default')).toMatch(NOT_IN)
    } finally {
      await server.stop()
      await launcher.close()
    }
  })
})
