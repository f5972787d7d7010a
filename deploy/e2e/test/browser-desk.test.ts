import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { signIn } from '@kla/bots'
import type { Platform } from '@kla/local'
import type { ReportList } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import { accessibilityFaults, button, keepBothWidths, type PlayerBrowser, sees } from '../src/browser/index.js'
import {
  accountIdOf,
  type AdministratorSession,
  deputyOf,
  inDatabase,
  signInAdministrator,
} from '../src/platform/index.js'
import { type Scene, startScene } from './browser/scene.js'
import { createReadyModerator, logInFrom, submitConsoleLogin } from './browser/sign-in.js'

let scene: Scene
let platform: Platform
let owner: AdministratorSession
/** Moderates. */
let mona: PlayerBrowser
/** Moderates as well. */
let nora: PlayerBrowser
/** Is reported by nine players. */
let bea: PlayerBrowser
let beaId = 0
let carlId = 0

const PASSWORD = 'nine quiet lanterns'
const FACTS = 'You insulted nine players in their battles.'

beforeAll(async () => {
  scene = await startScene('browser-desk')
  platform = scene.platform
  owner = await signInAdministrator(platform)
  const deputy = await signInAdministrator(platform, deputyOf(platform))
  for (const username of ['mona', 'nora'])
    await createReadyModerator(platform, [owner, deputy], { username, password: PASSWORD })
  const accountOf = async (persona: string) => accountIdOf(owner, (await signIn(platform.url, persona)).id)
  beaId = await accountOf('bea')
  carlId = await accountOf('carl')
  await report(beaId, 'harassment', 9)
  await report(carlId, 'threat', 1)
  mona = await scene.open(1, { baseUrl: scene.consoleUrl })
  nora = await scene.open(1, { baseUrl: scene.consoleUrl })
  bea = await scene.open(1)
}, 120_000)

afterAll(() => scene?.close(), 60_000)

/** Reports someone past all services, as nine players would who have met them; a change makes the job follow. */
async function report(accountId: number, category: string, count: number): Promise<void> {
  const ids = await inDatabase(platform, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO moderation.reports (id, created_at, reporter_id, reported_id, category, reason)
       SELECT 100000000 + $1::bigint % 800000 * 1000 + n, now() - n * interval '1 minute', 900000 + n, $1, $2, 'Report ' || n
       FROM generate_series(1, $3::int) AS n RETURNING id`,
      [accountId, category, count],
    )
    return rows.map(({ id }) => Number(id))
  })
  for (const status of ['reviewed', 'pending']) {
    const changed = await owner.request(`/admin/reports/${ids[0]}`, { method: 'PATCH', body: { status } })
    expect(changed.status).toBe(200)
  }
}

const reportsAbout = async (accountId: number): Promise<ReportList> => {
  const response = await owner.request(`/admin/reports/?reported_id=${accountId}`)
  return (await response.json()) as ReportList
}

async function signInToConsole(page: Page, username: string): Promise<void> {
  await page.goto('')
  await submitConsoleLogin(page, { username, password: PASSWORD })
  await page.getByRole('heading', { name: 'Desk' }).waitFor()
}

/** As if the claim's ten minutes were over. */
const lapseClaims = () =>
  inDatabase(platform, (client) =>
    client.query(`UPDATE moderation.jobs SET claimed_until = now() - interval '1 second' WHERE claim IS NOT NULL`),
  )

describe('two moderators', () => {
  test('find the worst report one click from sign-in', async () => {
    await signInToConsole(mona.page, 'mona')
    await button(mona.page, /^Open Threat job about carl/).waitFor()
    await keepBothWidths(mona.page, 'desk')
    expect(await accessibilityFaults(mona.page)).toEqual([])
    await button(mona.page, 'Next job').click()
    await sees(mona.page, 'Report 1')
    await sees(mona.page, /^carl/)
  }, 60_000)

  test('collide on a job with a word, and lose nothing that was written', async () => {
    await mona.page.keyboard.press('a')
    const facts = mona.page.getByLabel('What happened')
    await facts.fill('You threatened your opponent.')
    await signInToConsole(nora.page, 'nora')
    await button(nora.page, /^Open Threat job about carl/).click()
    await sees(nora.page, /mona is looking at this/)
    await sees(nora.page, 'Report 1')
    await keepBothWidths(nora.page, 'desk-claimed')
    expect(await accessibilityFaults(nora.page)).toEqual([])

    await lapseClaims()
    await button(nora.page, 'Try to claim it').click()
    await button(nora.page, 'Dismiss').click()
    await mona.page.getByRole('checkbox', { name: /chat/i }).first().check()
    await facts.press('Control+Enter')
    await sees(mona.page, 'Your claim on this job has lapsed.')
    expect(await facts.inputValue()).toBe('You threatened your opponent.')
    await nora.page.getByRole('button', { name: 'Decide', exact: true }).click()
    await sees(nora.page, 'Dismissed.')
    expect((await reportsAbout(carlId)).results.map(({ status, reviewed_by }) => [status, reviewed_by])).toEqual([
      ['dismissed', 'nora'],
    ])
    await button(mona.page, 'Claim again').click()
    await sees(mona.page, 'This job is done')
  }, 60_000)
})

describe('a decision', () => {
  test('bans for 7 days with reasons and closes nine reports', async () => {
    const { page } = mona
    await page.goto('desk')
    await button(page, 'Next job').click()
    await sees(page, 'Report 9')
    await button(page, 'Act').click()
    await page.getByRole('radio', { name: /Ban for 7 days/ }).check()
    await page.getByRole('checkbox', { name: /chat/i }).first().check()
    await page.getByLabel('What happened').fill(FACTS)
    await keepBothWidths(page, 'desk-decision')
    await page.getByLabel('What happened').press('Control+Enter')
    await sees(page, /^Decided: /)
    const { results } = await reportsAbout(beaId)
    expect(results).toHaveLength(9)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['action_taken']))
  }, 60_000)

  test('is read by its player with the reasons, and appealed', async () => {
    const { page } = bea
    await logInFrom(page, '/gameroom', 'bea')
    await page.goto('/settings#standing')
    await sees(page, FACTS)
    await sees(page, /Banned from Kla, until /)
    await keepBothWidths(page, 'standing')
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Appeal').click()
    await page.getByLabel('Why is this decision wrong?').fill('It was a line of a song.')
    await button(page, 'Send appeal').click()
    await sees(page, 'We usually answer within 5 days.')
  }, 60_000)

  test('is overturned by another moderator alone, which lifts the ban', async () => {
    await mona.page.goto('appeals')
    await button(mona.page, /^Open/).first().click()
    await sees(mona.page, 'You decided this. Someone else has to answer.')
    const { page } = nora
    await page.goto('appeals')
    await button(page, /^Open/).first().click()
    await page.getByRole('textbox', { name: /answer/i }).fill('We listened to the song.')
    await keepBothWidths(page, 'desk-appeal')
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Overturn it').click()
    await button(page, /^Overturn$/).click()
    await eventually(async () => {
      const active = await owner.request(`/admin/bans/${beaId}/active`)
      expect(await active.json()).toEqual({})
    }, 10_000)
    await bea.page.reload()
    await sees(bea.page, 'We looked again, and overturned the decision.')
    await sees(bea.page, 'We listened to the song.')
    await keepBothWidths(bea.page, 'standing-overturned')
  }, 60_000)
})
