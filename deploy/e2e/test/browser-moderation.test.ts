import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Platform } from '@kla/local'
import { CLOSE } from '@kla/proto/web'
import { eventually } from '@kla/testkit'
import type { Page } from 'playwright-core'
import {
  accessibilityFaults,
  button,
  chatField,
  createRoom,
  inviteLink,
  keepBothWidths,
  keepScreenshot,
  type PlayerBrowser,
  sees,
  translatePage,
  VIEWPORTS,
} from '../src/browser/index.js'
import {
  type AdministratorSession,
  changeTogether,
  createModerator,
  deputyOf,
  oneTimeCode,
  signInAdministrator,
} from '../src/platform/index.js'
import { keepConnections, type Scene, startScene } from './browser/scene.js'
import { createReadyModerator, joinByInvitation, logInFrom, submitConsoleLogin } from './browser/sign-in.js'
import { banFormTests } from './moderation/ban-form.js'

let platform: Platform
let scene: Scene
/** Reports, at a desk. */
let ada: PlayerBrowser
/** Is reported, on a phone. */
let bea: PlayerBrowser
/** Moderates, through the other gateway. */
let mona: PlayerBrowser
/** Moderates as well, at the same time. */
let nora: PlayerBrowser
let monaId = 0

const PASSWORD = 'nine quiet lanterns'
/** What the owner sets, and knows. */
const FIRST_PASSWORD = 'a lantern that two people know'
const WORDS = 'I know where you live'
const REASON = 'Threats in the chat'
/** Longer than the pause after which the console takes a letter for a command again. */
const TYPING_PAUSE_MS = 1_000
let owner: AdministratorSession
let deputy: AdministratorSession
/** When the ban is over, as the player reads it. */
let banEnds = ''

beforeAll(async () => {
  scene = await startScene('browser-moderation', {
    processes: { gateway: 2 },
    environment: {
      ADMIN_TOTP_REQUIRED: 'true',
      BATTLE_PROMPT_MS: '240000',
      BATTLE_VOTE_MS: '60000',
      BATTLE_RESULT_MS: '4000',
      TICK_MS: '1000',
    },
  })
  platform = scene.platform
  owner = await signInWithCode()
  deputy = await signInWithCode(deputyOf(platform))
  monaId = (await createModerator(owner, deputy, { name: 'mona', password: FIRST_PASSWORD })).id
  ada = await scene.open('warm')
  bea = await scene.open('warm', { viewport: VIEWPORTS.phone })
  const elsewhere = platform.running('gateway')[1]?.url ?? ''
  mona = await scene.open('warm', { baseUrl: `${elsewhere}/${platform.console.path}/` })
  nora = await scene.open('warm', { baseUrl: scene.consoleUrl })
}, 120_000)

afterAll(() => scene?.close(), 60_000)

/** Complaints that are not the refusals this test provokes. */
const unexpected = ({ complaints }: PlayerBrowser, provoked: RegExp): string[] =>
  complaints.filter((complaint) => !provoked.test(complaint))

const signInToConsole = (page: Page, code?: string, password = PASSWORD) =>
  submitConsoleLogin(page, { username: 'mona', password }, code)

/** When, and with which code, the page's connection to the game is closed by the server. */
const closing = (page: Page): Promise<{ atMs: number; code: number }> =>
  page.evaluate(
    () =>
      new Promise<{ atMs: number; code: number }>((resolve) => {
        const close = (event: CloseEvent) => resolve({ atMs: Date.now(), code: event.code })
        for (const socket of (window as unknown as { sockets: WebSocket[] }).sockets)
          socket.addEventListener('close', close)
      }),
  )

describe('a report, a ban and an appeal', () => {
  test('begin with one player threatening the other in a battle', async () => {
    await keepConnections(bea.page)
    const { page } = ada
    await logInFrom(page, '/gameroom', 'ada')
    await createRoom(page, 'After hours')
    await joinByInvitation(bea.page, await inviteLink(page), 'bea')
    for (const player of [page, bea.page]) await button(player, 'Ready Up').click()
    for (const player of [page, bea.page]) await button(player, /^GIF 1$/).waitFor()
    await (await chatField(bea.page)).fill(WORDS)
    await bea.page.keyboard.press('Enter')
    await sees(page, WORDS)
  }, 90_000)

  test('continue with a report from the room', async () => {
    const { page } = ada
    await button(page, 'Report bea').click()
    const dialog = page.getByRole('dialog', { name: 'Report bea' })
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await sees(page, 'Please say what happened.')
    await dialog.getByLabel('What is it about?').selectOption('harassment')
    await dialog.getByLabel('What happened?').fill('Says to know where I live.')
    await keepBothWidths(page, 'report')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await sees(page, 'Report submitted successfully')
    await dialog.waitFor({ state: 'hidden' })
    await button(page, /^GIF 1$/).waitFor()
  }, 60_000)

  test('let a moderator choose a password, set up an authenticator and sign in with both', async () => {
    const { page } = mona
    const locked = await openedConsole(page)
    expect(locked).toBe(true)
    await signInToConsole(page, undefined, FIRST_PASSWORD)
    await page.getByRole('heading', { name: 'Choose your own password' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Tabs' }).count()).toBe(0)
    await keepBothWidths(page, 'console-own-password')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByLabel('Current password').fill(FIRST_PASSWORD)
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('New password again').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'The secret as a QR code' }).waitFor()
    await keepBothWidths(page, 'console-totp')
    expect(await accessibilityFaults(page)).toEqual([])
    const secret = (await page.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
    await page.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret))
    await button(page, 'Confirm').click()
    // Requests that are pending at sign-out are refused.
    await button(page, /^Open Harassment job about/).waitFor()
    await button(page, 'Sign out').click()
    await page.getByLabel('Username').waitFor()
    await signInToConsole(page, oneTimeCode(secret, 1))
    await page.getByRole('navigation', { name: 'Tabs' }).waitFor()
  }, 60_000)

  test('show the moderator the report and what the server recorded', async () => {
    const { page } = mona
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Reports' }).click()
    await button(page, /^View report \d{9}$/).waitFor()
    const snippet = page.getByRole('table', { name: 'Reports' }).getByText('Says to know where I live.')
    // Specification of the platform, section 2.
    expect((await snippet.boundingBox())?.width).toBeLessThanOrEqual(400)
    await keepBothWidths(page, 'console-reports')
    await button(page, /^View report \d{9}$/).click()
    await sees(page, 'Says to know where I live.')
    await sees(page, WORDS)
    await sees(page, 'prompt, round 1')
    await sees(page, 'After hours')
    await keepBothWidths(page, 'console-report')
    expect(await accessibilityFaults(page)).toEqual([])
  }, 60_000)

  test('keep the notes of two moderators on one report, and show both versions to the one who comes second', async () => {
    const [first, second] = [mona.page, nora.page]
    const token = await noraSignsIn()
    await second.addInitScript((kept) => sessionStorage.setItem('adminToken', kept), token)
    const report = Number(new URL(first.url()).searchParams.get('open'))
    await second.goto(`reports?open=${report}`)
    await second.getByLabel('Note', { exact: true }).waitFor()
    await translatePage(second)

    for (const [page, note] of [
      [first, 'Looked at the chat.'],
      [second, 'Asked the reporter.'],
    ] as const) {
      await page.getByLabel('Note', { exact: true }).fill(note)
      await button(page, 'Save note').click()
      await sees(page, 'Note saved.')
    }
    const notes = await second.getByRole('list', { name: 'Notes' }).getByRole('listitem').allInnerTexts()
    expect(notes.map((note) => note.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^mona .+ Looked at the chat\.$/),
      expect.stringMatching(/^nora .+ Asked the reporter\.$/),
    ])

    await first.reload()
    await first.getByLabel('Note', { exact: true }).waitFor()
    await first.getByLabel('Category').last().selectOption('abuse')
    await button(first, `Undo: Report #${report}: Harassment → Abuse`).waitFor()
    await button(second, 'Mark Reviewed').last().click()
    const conflict = second.getByRole('dialog', { name: 'Someone else just changed this' })
    await conflict.waitFor()
    expect(await conflict.getByRole('row', { name: /^Status Reviewed Pending/ }).count()).toBe(1)
    expect(await conflict.getByRole('row', { name: /^Category You didn't change this Abuse/ }).count()).toBe(1)
    expect(await conflict.getByText(/was changed by mona/).count()).toBe(1)
    await keepBothWidths(second, 'console-conflict')
    expect(await accessibilityFaults(second)).toEqual([])
    await conflict.getByRole('button', { name: 'Apply mine on top' }).click()
    await sees(second, 'Action applied')

    await button(first, `Undo: Report #${report}: Harassment → Abuse`).click()
    await sees(first, 'nora changed this since. Nothing was undone.')
    const now = await (await owner.request(`/admin/reports/${report}`)).json()
    expect(now).toMatchObject({ status: 'reviewed', category: 'abuse', changed_by: 'nora' })
    expect((now as { thread: { text: string }[] }).thread.map(({ text }) => text)).toEqual([
      'Looked at the chat.',
      'Asked the reporter.',
    ])
    expect(unexpected(nora, /^409 .*\/review$/)).toEqual([])
  }, 90_000)

  test('keep what a moderator types through another tab, a reload and the end of the session', async () => {
    const { page } = mona
    const draft = 'Half a thought about this'
    const note = page.getByLabel('Note', { exact: true })
    const tabs = page.getByRole('navigation', { name: 'Tabs' })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(asked).toEqual([])
    await note.click()
    await page.keyboard.type(draft)
    await tabs.getByRole('link', { name: 'Bans' }).click()
    await page.getByRole('heading', { name: 'Ban Management' }).waitFor()
    await page.goBack()
    await note.waitFor()
    expect(await note.inputValue()).toBe(draft)
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await note.waitFor()
    expect(await note.inputValue()).toBe(draft)

    await note.click()
    await owner.request(`/admin/administrators/${monaId}`, { method: 'PATCH', body: { disabled: true } })
    await changeTogether(owner, deputy, monaId, { disabled: false, reset_totp: true })
    await page.keyboard.type('.')
    await page.keyboard.press('Control+Enter')
    const layer = page.getByRole('dialog')
    await layer.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    await keepBothWidths(page, 'console-session-ended')
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await layer.getByLabel('Username').waitFor()
    expect(await layer.count()).toBe(1)
    expect(await layer.getByLabel('Username').inputValue()).toBe('mona')
    await layer.getByLabel('Password').fill(PASSWORD)
    await layer.getByRole('button', { name: 'Sign in', exact: true }).click()
    const secret = (await layer.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? ''
    expect(await accessibilityFaults(page)).toEqual([])
    // A code's time step counts once, and she has used one that lies ahead.
    await eventually(async () => {
      await layer.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(secret, 1))
      await layer.getByRole('button', { name: 'Confirm' }).click()
      await layer.waitFor({ state: 'hidden', timeout: 2_000 })
    }, 60_000)
    await eventually(
      async () => expect(await note.evaluate((field) => field === document.activeElement)).toBe(true),
      5_000,
    )
    expect(await note.inputValue()).toBe(`${draft}.`)
    // Nothing was sent on its own.
    expect(await page.getByRole('list', { name: 'Notes' }).getByRole('listitem').count()).toBe(2)
    await note.press('Control+Enter')
    await sees(page, `${draft}.`)
    await sees(page, 'Note saved.')
    expect(await note.inputValue()).toBe('')
  }, 120_000)

  test("close the banned player's connection within a second and refuse a new one", async () => {
    const { page } = mona
    await button(page, 'Ban the reported').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Duration').selectOption('7d')
    await drawer.getByLabel('Reason').fill(REASON)
    await keepScreenshot(page, 'console-ban')
    const [closed, answeredAtMs] = await Promise.all([
      closing(bea.page),
      page.waitForResponse((response) => response.url().endsWith('/admin/bans')).then(() => Date.now()),
      drawer.getByRole('button', { name: 'Create Ban' }).click(),
    ])
    await sees(page, 'Ban created.')
    expect(closed.code).toBe(CLOSE.BANNED)
    expect(closed.atMs - answeredAtMs).toBeLessThan(1_000)

    await sees(bea.page, 'This account is banned')
    await sees(bea.page, REASON)
    await keepBothWidths(bea.page, 'banned-room')
    expect(await accessibilityFaults(bea.page)).toEqual([])
    await button(bea.page, 'Back to the lobby').click()
    await sees(bea.page, 'This account is banned from Kla.')
    await sees(bea.page, REASON)
    await keepBothWidths(bea.page, 'banned-lobby')
    expect(await accessibilityFaults(bea.page)).toEqual([])
    const notice =
      (await bea.page
        .getByText(/It ends on /)
        .first()
        .textContent()) ?? ''
    banEnds = /It ends on (.+?)\./.exec(notice)?.[1] ?? ''
    expect(banEnds).toMatch(/20\d\d, \d+:\d\d.+(UTC|GMT|[A-Z]{3,4})/)
    const refused = await bea.page.evaluate(async () => {
      const response = await fetch('/user/inventory')
      return { status: response.status, ...((await response.json()) as { code: string; error: string }) }
    })
    expect(refused).toMatchObject({ status: 403, code: 'BANNED', error: expect.stringContaining(REASON) })
  }, 60_000)

  test("end the reporting player's battle cleanly", async () => {
    const { page } = ada
    await sees(page, 'Free corner')
    await button(page, /^GIF 1$/).waitFor({ state: 'hidden' })
    // Who has gone can still be reported.
    await button(page, 'Report bea').waitFor()
    await keepScreenshot(page, 'opponent-banned')
    await button(page, 'Leave Room').click()
    await sees(page, 'No rooms open at the moment')
    expect(ada.complaints).toEqual([])
  }, 60_000)

  test('let the banned player appeal by a ticket and read the answer', async () => {
    const { page } = bea
    await page.getByRole('link', { name: 'write to support' }).first().click()
    await button(page, 'Contact Support').click()
    const dialog = page.getByRole('dialog', { name: 'Contact Support' })
    await dialog.getByRole('button', { name: 'Submit ticket' }).click()
    await sees(page, 'Subject and message are required.')
    await dialog.getByLabel('Subject').fill('About ban 1')
    await dialog.getByLabel('Message').fill('It was a line of a song.')
    await dialog.getByLabel('Category').selectOption('Account')
    await keepBothWidths(page, 'support')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Submit ticket' }).click()
    await sees(page, "Ticket submitted! ID #1. We'll try to reply to your Discord-email within 1-5 business days.")
    const answered = await owner.request('/admin/support_tickets/1', {
      method: 'PATCH',
      body: { resolved: true, answer: 'It was, and we lift it.', note: 'heard the song', append: true },
    })
    expect(answered.status).toBe(200)
    await page.reload()
    await sees(page, 'It was, and we lift it.')
    expect(await page.getByText('heard the song').count()).toBe(0)
    await keepBothWidths(page, 'own-tickets')
  }, 60_000)

  test('send to the player only what the answer form sends, and no typed-ahead letter', async () => {
    const { page } = mona
    const changes: string[] = []
    const sent = (text: string) => changes.filter((body) => body.includes(text)).length
    page.on('request', (request) => {
      if (/support_tickets\/1(?!\/looking)/.test(request.url()) && request.method() !== 'GET')
        changes.push(request.postData() ?? '')
    })
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Support' }).click()
    await button(page, 'Open ticket 1').press('Enter')
    await page.keyboard.type('sees it e s')
    await page.getByRole('form', { name: 'Answer to the player' }).waitFor()
    await page.keyboard.type('s')
    // A letter is a command again once the typing has paused.
    await page.waitForTimeout(TYPING_PAUSE_MS)
    await page.keyboard.press('a')
    await page.keyboard.type('As said')
    expect(await page.getByLabel('Answer', { exact: true }).inputValue()).toBe('As said')
    expect(changes).toEqual([])
    await page.getByLabel('Answer', { exact: true }).fill('\u200b \u2060')
    expect(await button(page, 'Send to player').isDisabled()).toBe(true)
    await page.getByLabel('Note', { exact: true }).fill('For us alone')
    await page.getByLabel('Answer', { exact: true }).fill('For you to read')
    await keepBothWidths(page, 'console-ticket')
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, 'Save note').click()
    await sees(page, 'Note saved.')
    expect([sent('For us alone'), sent('For you to read')]).toEqual([1, 0])
    await button(page, 'Send to player').click()
    await sees(page, 'Sent to the player.')
    expect([sent('For us alone'), sent('For you to read')]).toEqual([1, 1])
    await bea.page.reload()
    await sees(bea.page, 'For you to read')
    expect(await bea.page.getByText('For us alone').count()).toBe(0)
  }, 60_000)

  test("show the moderator a clip of the rotation with the session's token", async () => {
    const { page } = mona
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'GIF Control' }).click()
    await button(page, /^Open GIF \d+/)
      .first()
      .click()
    await page.waitForFunction(
      () => (document.querySelector('video')?.readyState ?? 0) >= HTMLMediaElement.HAVE_METADATA,
    )
    await button(page, 'Show the GIF').click()
    await button(page, 'Blur the GIF').waitFor()
    await keepBothWidths(page, 'console-gif')
  }, 60_000)

  test('let the player return once the ban is lifted', async () => {
    const { page } = mona
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Bans' }).click()
    await sees(page, banEnds)
    await button(page, 'Lift ban 1').click()
    await page.getByRole('dialog').getByLabel('Lift reason').fill('a line of a song')
    await keepScreenshot(page, 'console-lift')
    await button(page, 'Lift the ban').click()
    await sees(page, 'Ban lifted.')
    await keepBothWidths(page, 'console-bans')
    expect(await accessibilityFaults(page)).toEqual([])

    await bea.page.goto('/gameroom')
    await createRoom(bea.page, 'Back again')
    expect(unexpected(bea, /^403 |^401 /)).toEqual([])
    expect(unexpected(mona, /^401 |^409 .*\/admin\/reports\/\d+$|^400 .*\/admin\/totp\/confirm$/)).toEqual([])
  }, 60_000)

  test('let two people together delete many reports, and the second restore one', async () => {
    const { results } = (await (await owner.request('/admin/reports/')).json()) as { results: { id: number }[] }
    const [{ id }] = results as [{ id: number }]
    // What is not there is passed over, and counts as asked for.
    const ids = [id, ...Array.from({ length: 20 }, (_, at) => at + 1)]
    const remove = () => owner.request('/admin/reports/bulk', { method: 'POST', body: { ids, op: 'delete' } })
    const refused = await remove()
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'SECOND_PERSON_REQUIRED' }])
    const asked = await owner.request('/admin/reports/approvals', {
      method: 'POST',
      body: { ids, reason: 'All one song.' },
    })
    expect(asked.status).toBe(200)

    // The owner has made the moderators' accounts: the other founder approves.
    const page = await nora.page.context().newPage()
    await page.addInitScript((kept) => sessionStorage.setItem('adminToken', kept), deputy.token)
    await page.goto('')
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Approvals' }).click()
    await sees(page, 'All one song.')
    await keepBothWidths(page, 'console-approvals')
    expect(await accessibilityFaults(page)).toEqual([])
    // A page that has just come to the front takes no press.
    await button(page, 'Approve: Delete 21 reports').and(page.locator('[aria-disabled=false]')).press('Enter')
    await sees(page, 'Approved. The person who asked can do it now.')
    expect(await (await remove()).json()).toMatchObject({ changed: 1 })
    expect((await remove()).status).toBe(200)

    const own = await owner.request(`/admin/reports/${id}/restore`, { method: 'POST' })
    expect([own.status, await own.json()]).toMatchObject([403, { code: 'SECOND_PERSON_REQUIRED' }])
    await page.reload()
    await button(page, `Restore report ${id}`).waitFor()
    await keepBothWidths(page, 'console-deleted-reports')
    expect(await accessibilityFaults(page)).toEqual([])
    await button(page, `Restore report ${id}`).press('Enter')
    await sees(page, `Report #${id} restored.`)
    expect((await owner.request(`/admin/reports/${id}`)).status).toBe(200)
    await page.close()
  }, 60_000)

  test('leave every action in the audit log with an intact chain', async () => {
    const page = (await (await owner.request('/admin/audit?limit=200')).json()) as {
      entries: { action: string; actor: string; subject_id: string | null }[]
    }
    const done = page.entries.map(({ actor, action }) => `${actor} ${action}`)
    for (const expected of [
      'mona administrators.sign-in',
      'mona reports.list',
      'mona reports.read',
      'mona bans.create',
      'mona bans.lift',
      'admin reports.approval-ask',
      'deputy reports.approval-approve',
      'admin reports.bulk',
      'deputy reports.restore',
      'admin tickets.update',
    ]) {
      expect(done).toContain(expected)
    }
    const verified = await (await owner.request('/admin/audit/verify')).json()
    expect(verified).toMatchObject({ done: true, fault: null })
  }, 30_000)
})

describe('the form that bans somebody', () => banFormTests(() => ({ moderator: mona.page, other: owner })))

/** Opens the console; answers whether it asks who is there. */
async function openedConsole(page: Page): Promise<boolean> {
  await page.goto('')
  await page.getByLabel('Username').waitFor()
  await keepBothWidths(page, 'console-sign-in')
  expect(await accessibilityFaults(page)).toEqual([])
  return (await page.getByRole('navigation', { name: 'Tabs' }).count()) === 0
}

/** The first administrator, who sets an authenticator up and comes in with it. */
async function signInWithCode(
  credentials = { username: platform.console.administrator, password: platform.console.password },
): Promise<AdministratorSession> {
  const first = await signInAdministrator(platform, credentials)
  const { secret } = (await (await first.request('/admin/totp', { method: 'POST' })).json()) as { secret: string }
  const confirmed = await first.request('/admin/totp/confirm', { method: 'POST', body: { code: oneTimeCode(secret) } })
  expect(confirmed.status).toBe(200)
  return signInAdministrator(platform, { ...credentials, code: oneTimeCode(secret, 1) })
}

/** The second moderator, with a password and an authenticator of her own. */
async function noraSignsIn(): Promise<string> {
  const first = await createReadyModerator(platform, [owner, deputy], { username: 'nora', password: PASSWORD })
  const { secret } = (await (await first.request('/admin/totp', { method: 'POST' })).json()) as { secret: string }
  const code = oneTimeCode(secret)
  expect((await first.request('/admin/totp/confirm', { method: 'POST', body: { code } })).ok).toBe(true)
  return first.token
}
