import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createBot, signIn, type Bot, type Session } from '@kla/load'
import type { Platform } from '@kla/local'
import type { ReportDetailView, ReportList } from '@kla/proto/web'
import { eventually } from '../../src/eventually.js'
import { uniqueName } from '../../src/infrastructure.js'
import { signInAdministrator, startTestPlatform } from '../../src/platform/index.js'

let platform: Platform
beforeAll(async () => {
  platform = await startTestPlatform('evidence', {
    processes: { gateway: 2 },
    // Nothing is handed in by itself: whatever a report has was asked for.
    environment: { TRANSCRIPT_FLUSH_MS: '3600000' },
  })
}, 120_000)
afterAll(() => platform?.close(), 60_000)

interface Player {
  readonly session: Session
  readonly bot: Bot
}

/** Two people in a room, each by a gateway of their own. */
async function meet(): Promise<{ roomId: string; first: Player; second: Player }> {
  const [one = '', two = ''] = platform.running('gateway').map(({ url }) => url)
  const arrive = async (gateway: string): Promise<Player> => {
    const session = await signIn(platform.url, uniqueName('evidence'))
    const bot = createBot({ session, gateways: [gateway] })
    await bot.client.connect()
    return { session, bot }
  }
  const [first, second] = [await arrive(one), await arrive(two)]
  const { roomId } = await first.bot.must('create-room', {
    ...{ roomName: 'A room', passcode: null, passcodeRequired: false, publicRoom: false },
    ...{ mode: 'rush', capacity: '2', category: 'default' },
  })
  await second.bot.must('join-room', { roomId, passcode: null, role: 'player' })
  return { roomId, first, second }
}

async function linesOfNewestReport(): Promise<string[]> {
  const administrator = await signInAdministrator(platform)
  const read = async <T>(path: string): Promise<T> => (await (await administrator.request(path)).json()) as T
  const { results } = await read<ReportList>('/admin/reports')
  const { context } = await read<ReportDetailView>(`/admin/reports/${results[0]?.id}`)
  return context?.lines.map(({ message }) => message) ?? []
}

/** How many batches of lines moderation has taken. */
async function batches(): Promise<number> {
  const [moderation] = platform.running('moderation')
  const metrics = await (await fetch(`http://127.0.0.1:${moderation?.slot.health}/metrics`)).text()
  return Number(/^kla_grpc_served_seconds_count{.*method="keepLines".*} (\d+)$/im.exec(metrics)?.[1] ?? 0)
}

test('a report takes along what both have just said, at whichever gateway', async () => {
  const { roomId, first, second } = await meet()
  await first.bot.must('send-message', { roomId, message: 'a question' })
  await second.bot.must('send-message', { roomId, message: 'a threat' })
  const report = { reportedId: second.bot.client.id, category: 'harassment', reason: 'He threatens me.' }
  expect((await first.session.request('/report', { method: 'POST', body: report })).status).toBe(200)
  expect(await linesOfNewestReport()).toEqual(['a question', 'a threat'])
}, 60_000)

test('what somebody has said who has left its gateway is there too', async () => {
  const { roomId, first, second } = await meet()
  await second.bot.must('send-message', { roomId, message: 'a threat, and gone' })
  expect(await batches()).toBe(0)
  await second.bot.must('leave-room', { roomId })
  await eventually(async () => expect(await batches()).toBe(1))
  const report = { reportedId: second.bot.client.id, category: 'harassment', reason: 'He threatens me.' }
  expect((await first.session.request('/report', { method: 'POST', body: report })).status).toBe(200)
  expect(await linesOfNewestReport()).toEqual(['a threat, and gone'])
}, 60_000)
