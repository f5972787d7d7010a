import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'

const SCRIPT = fileURLToPath(new URL('support/stoppable.mjs', import.meta.url))

let child: ChildProcess | undefined
afterEach(() => void child?.kill('SIGKILL'))

/** A process that hangs in one step; `until` has come when it has said this line. */
async function running(hangsIn: string, until: string, environment: NodeJS.ProcessEnv = {}) {
  const process_ = spawn(process.execPath, [SCRIPT, hangsIn], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child = process_
  const said: string[] = []
  for (const stream of [process_.stdout, process_.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => said.push(...text.split('\n').filter((line) => line !== '')))
  }
  const exited = once(process_, 'exit')
  await eventually(() => expect(said).toContain(until), 20_000)
  return { said, kill: () => process_.kill('SIGTERM'), code: async () => (await exited)[0] as number | null }
}

describe('a process', () => {
  test('stops once on several signals and exits with 0', async () => {
    const { said, kill, code } = await running('nowhere', 'started')
    for (let times = 0; times < 3; times++) kill()
    expect(await code()).toBe(0)
    expect(said).toEqual(['create', 'start', 'started', 'stop'])
  })

  test('does not cut a stop short on further signals', async () => {
    const { said, kill, code } = await running('stop', 'started', { STOP_WITHIN_MS: '1500' })
    kill()
    await eventually(() => expect(said).toContain('stop'))
    kill()
    expect(await code()).toBe(1)
    expect(said.join('\n')).toContain('not stopped within 1500 ms')
  })

  test('exits at once while it is still being created', async () => {
    const { said, kill, code } = await running('create', 'create')
    kill()
    expect(await code()).toBe(0)
    expect(said).toEqual(['create'])
  })

  test('stops while it is still starting', async () => {
    const { said, kill, code } = await running('start', 'start')
    kill()
    expect(await code()).toBe(0)
    expect(said).toEqual(['create', 'start', 'stop'])
  })

  test('reports an invalid timeout at once', async () => {
    const { said, code } = await running('nowhere', 'Invalid settings:', {
      STOP_WITHIN_MS: 'soon',
    })
    expect(await code()).toBe(1)
    expect(said.join('\n')).toContain('STOP_WITHIN_MS: "soon" is not an integer')
  })
})
