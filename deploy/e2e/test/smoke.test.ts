import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { resumeSession, signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import { PROMPT_MS, RESULT_MS, SHOW_MS, VOTE_MS } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import { metricOf, startTestPlatform } from '../src/platform/index.js'

/**
 * The battle that `helm test` plays, against real services. Inside of a cluster the site has another address than
 * outside.
 */

const COMMAND = fileURLToPath(new URL('../../bots/dist/commands/smoke.js', import.meta.url))

/** A battle that is as short as this one ends long before any of these. */
const PRODUCT = {
  BATTLE_PROMPT_MS: String(PROMPT_MS),
  BATTLE_SHOW_MS: String(SHOW_MS),
  BATTLE_VOTE_MS: String(VOTE_MS),
  BATTLE_RESULT_MS: String(RESULT_MS),
}

let platform: Platform
let inside: string
beforeAll(async () => {
  platform = await startTestPlatform('smoke', { environment: PRODUCT })
  inside = platform.url.replace('localhost', '127.0.0.1')
}, 120_000)
afterAll(() => platform?.close(), 60_000)

const run = (environment: NodeJS.ProcessEnv): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, GATEWAY_URL: inside, PUBLIC_URL: platform.url, ...environment }
    const child = execFile(process.execPath, [COMMAND], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

const STEPS = [
  'both are signed in',
  'both sit in a room',
  'each is asked to connect to the other',
  'a line of chat arrives',
  'a whole battle is played',
  'what was picked can be watched',
  'nothing was lost, doubled or out of order',
]
const passed = (out: string): string[] => [...out.matchAll(/^ok +[\d.]+ s {2}(.+)$/gm)].map(([, what]) => what ?? '')

describe('the smoke run', () => {
  test('plays a battle with two new personas and leaves nothing behind', async () => {
    const { code, out } = await run({})
    expect(passed(out)).toEqual(STEPS)
    expect(out).toMatch(/\npassed in [\d.]+ s\n$/)
    expect(code).toBe(0)
    await eventually(
      async () => expect(await metricOf(platform.running('rooms')[0]!, 'kla_rooms_open')).toBe(0),
      20_000,
    )
  }, 120_000)

  test('plays a battle with the cookies of two signed-in players', async () => {
    const players = await Promise.all(['cookie-one', 'cookie-two'].map((persona) => signIn(platform.url, persona)))
    const cookies = players.map(({ cookie }) => cookie)
    expect((await resumeSession(platform.url, cookies[0]!)).id).toBe(players[0]!.id)
    const { code, out } = await run({ SIGN_IN: 'sessions', SESSION_COOKIES: cookies.join(',') })
    expect(passed(out)).toEqual(STEPS)
    expect(code).toBe(0)
    for (const cookie of cookies) expect(out).not.toContain(cookie)
  }, 120_000)

  test('names a broken part and fails', async () => {
    const noLogin = await run({ SIGN_IN: 'sessions', SESSION_COOKIES: 'kla=nobody,kla=no-one' })
    expect(noLogin).toMatchObject({ code: 1, out: expect.stringMatching(/^FAILED +[\d.]+ s {2}both are signed in: /m) })
    const noTime = await run({ TIMEOUT_MS: '1' })
    expect(noTime).toMatchObject({ code: 1, out: expect.stringContaining('the time for the whole run is over') })
  }, 120_000)
})
