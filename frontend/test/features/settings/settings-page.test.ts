import { describe, expect, test } from '@jest/globals'
import type { AuthUser, Blocks, MetPeople, NameChange, OwnSessions, OwnTickets, TicketReply } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import type { Page } from 'playwright-core'
import { markOf } from '../../../src/entities/session/forget-player.js'
import {
  account,
  openPlayer,
  type PlayerAnswer,
  type PlayerPage,
  pressTwice,
  watchPlayerPages,
} from '../player-page.js'

watchPlayerPages()

const AT = '2026-11-28T12:00:00.000Z'
const blocked = (id: number): Blocks['blocks'][number] => ({
  id,
  username: `Blocked ${id}`,
  avatar: null,
  discord_id: '',
  blocked_at: AT,
})
const met = (id: number): MetPeople['met'][number] => ({
  id,
  username: `Met ${id}`,
  avatar: '',
  mode: 'rush',
  last_at: AT,
  incident: 'token',
  blocked: false,
})
const signIn = (id: string, current = false): OwnSessions['sessions'][number] => ({
  id,
  device: `Firefox on ${id}`,
  signed_in_at: AT,
  last_seen_at: AT,
  current,
})

/** A player's settings, whose lists change as the page asks. */
async function openSettings(section: string) {
  let id = 7
  let signedIn = true
  let blocks = [2, 3, 4].map(blocked)
  let people = [5, 6].map(met)
  let sessions = [signIn('Linux', true), signIn('Windows'), signIn('macOS')]
  const instead = new Map<string, PlayerAnswer>()
  const replies: TicketReply[] = []
  const names: NameChange[] = []
  const opened = await openPlayer(({ method, path, body }) => {
    const [, , list, entry = ''] = path.split('/')
    const replaced = instead.get(`${method} ${path}`)
    if (path.endsWith('/replies')) replies.push(body as TicketReply)
    if (path === '/user/name') names.push(body as NameChange)
    if (replaced) return replaced
    if (path === '/auth/user') return { body: signedIn ? account(id) : {} }
    if (path === '/auth/logout') return { body: { success: true } }
    if (list === 'blocks' && entry === '') return { body: { blocks } }
    if (list === 'blocks') {
      if (method === 'DELETE') blocks = blocks.filter((each) => each.id !== Number(entry))
      people = people.map((each) => (each.id === Number(entry) ? { ...each, blocked: method === 'PUT' } : each))
      return {}
    }
    if (list === 'met') return { body: { met: people } }
    if (list === 'sessions' && method === 'DELETE') {
      sessions = entry === '' ? [] : sessions.filter((each) => each.id !== entry)
      return {}
    }
    if (list === 'sessions') return { body: { sessions } }
    if (list === 'support_tickets') return { body: { tickets: [] } }
    return undefined
  })
  await opened.open(`/settings#${section}`)
  const { page, calls } = opened
  return {
    ...opened,
    instead,
    replies,
    names,
    button: (name: string) => page.getByRole('button', { name, exact: true }),
    changes: () => calls.filter((call) => !call.startsWith('GET') && call.includes('/user/')),
    becomes: (next: number | null) => {
      signedIn = next !== null
      id = next ?? id
    },
  }
}

describe('a double press', () => {
  test('unblocks one person, not the next in the list', async () => {
    const { page, button, changes } = await openSettings('safety')
    const first = button('Unblock Blocked 2')
    await first.waitFor()
    await pressTwice(page, first, () => first.waitFor({ state: 'detached' }))
    expect(changes()).toEqual(['DELETE /user/blocks/2'])
    await button('Unblock Blocked 3').click()
    await button('Unblock Blocked 3').waitFor({ state: 'detached' })
    expect(changes()).toEqual(['DELETE /user/blocks/2', 'DELETE /user/blocks/3'])
  })

  test('sends one request while the answer is under way', async () => {
    const { button, changes } = await openSettings('safety')
    await button('Unblock Blocked 2').dblclick()
    await button('Unblock Blocked 2').waitFor({ state: 'detached' })
    expect(changes()).toEqual(['DELETE /user/blocks/2'])
  })

  test('blocks someone met, and does not unblock again', async () => {
    const { page, button, changes } = await openSettings('safety')
    await button('Block Met 5').waitFor()
    await pressTwice(page, button('Block Met 5'), () => button('Unblock Met 5').waitFor())
    await button('Unblock Met 5').click()
    await button('Block Met 5').waitFor()
    expect(changes()).toEqual(['PUT /user/blocks/5', 'DELETE /user/blocks/5'])
  })

  test('logs out one device', async () => {
    const { page, button, changes } = await openSettings('devices')
    const first = button('Log out Firefox on Windows')
    await first.waitFor()
    await pressTwice(page, first, () => first.waitFor({ state: 'detached' }))
    expect(changes()).toEqual(['DELETE /user/sessions/Windows'])
  })
})

describe('what belongs to a player', () => {
  const fill = (page: Page) =>
    page.evaluate(() => {
      localStorage.setItem('kla-match', '{"mode":"rush","category":"gay"}')
      localStorage.setItem('kla-cart', '[]')
      localStorage.setItem('kla-motion', 'calm')
    })
  const left = async ({ stored }: Pick<PlayerPage, 'stored'>) =>
    Object.keys(await stored()).filter((key) => ['kla-match', 'kla-cart', 'kla-player', 'kla-motion'].includes(key))

  test.each(['Log out Firefox on Linux', 'Log out everywhere'])('leaves the browser with "%s"', async (name) => {
    const settings = await openSettings('devices')
    await settings.button(name).waitFor()
    await fill(settings.page)
    settings.becomes(null)
    await settings.button(name).click()
    await settings.page.waitForURL('http://localhost/')
    expect(await left(settings)).toEqual(['kla-motion'])
  })

  test('gives way to the home page on a logout, and no screen says before that the session ended', async () => {
    const settings = await openSettings('devices')
    await settings.button('Log Out').waitFor()
    await settings.page.evaluate(() => {
      const look = () => {
        if (document.body.textContent.includes('Your session has ended')) sessionStorage.setItem('said', 'yes')
      }
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    })
    settings.becomes(null)
    await settings.button('Log Out').click()
    await settings.page.waitForURL('http://localhost/')
    expect(await settings.stored()).not.toHaveProperty('said')
  })

  test('leaves the browser when another account signs in, and stays for the same', async () => {
    const settings = await openSettings('devices')
    await settings.button('Log out everywhere').waitFor()
    await fill(settings.page)
    await settings.page.reload()
    await settings.button('Log out everywhere').waitFor()
    expect((await left(settings)).toSorted()).toEqual(['kla-cart', 'kla-match', 'kla-motion', 'kla-player'])
    settings.becomes(8)
    await settings.page.reload()
    await eventually(async () => expect((await left(settings)).toSorted()).toEqual(['kla-motion', 'kla-player']))
  })

  test('is not shown when the way back restores the page after a logout', async () => {
    const settings = await openSettings('devices')
    const restore = () =>
      settings.page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    const loads = () => settings.calls.filter((call) => call === 'GET /auth/user').length
    await settings.button('Log out everywhere').waitFor()
    await restore()
    await settings.button('Log out everywhere').click({ trial: true })
    expect(loads()).toBe(1)
    settings.becomes(null)
    await settings.page.evaluate(() => [localStorage, sessionStorage].forEach((each) => each.removeItem('kla-player')))
    const reloaded = settings.page.waitForEvent('load')
    await restore()
    await reloaded
    await settings.button('Log out everywhere').waitFor({ state: 'detached' })
    await eventually(() => expect(loads()).toBe(2))
  })

  test('stays when the player gets another id with another name', async () => {
    const settings = await openSettings('devices')
    await settings.button('Log out everywhere').waitFor()
    await fill(settings.page)
    settings.instead.set('GET /auth/user', { body: { ...account(7), id: 70 } })
    await settings.page.reload()
    await settings.button('Log out everywhere').waitFor()
    expect(await left(settings)).toContain('kla-cart')
  })

  test('is not shown or changed in a tab that another account has signed in beside', async () => {
    const settings = await openSettings('safety')
    await settings.button('Unblock Blocked 2').waitFor()
    settings.becomes(8)
    const beside = await settings.page.context().newPage()
    await beside.goto('http://localhost/')
    await settings.button('Unblock Blocked 2').waitFor({ state: 'detached' })
    expect(await settings.page.getByRole('alert').getByRole('heading').count()).toBe(1)
  })
})

test('the switch of the leaderboards keeps a Discord name hidden that another device has hidden', async () => {
  const settings = await openSettings('profile')
  const names = { player_name: 'Calm Otter 42', name_changeable_at: null, on_leaderboards: true }
  const becomes = (shown_as: AuthUser['shown_as']) =>
    settings.instead.set('GET /auth/user', { body: { ...account(7), ...names, shown_as } })
  becomes('discord')
  await settings.page.reload()
  await settings.page.getByText('Not shown', { exact: true }).waitFor()
  becomes('player')
  await settings.page.getByText('Not shown', { exact: true }).click()
  await eventually(() => expect(settings.names).toEqual([{ shown_as: 'player', on_leaderboards: false }]))
})

test('an arrow key beside the hidden Discord name shows it only after a question', async () => {
  const settings = await openSettings('profile')
  const names = { player_name: 'Calm Otter 42', name_changeable_at: null, on_leaderboards: false }
  settings.instead.set('GET /auth/user', { body: { ...account(7), ...names, shown_as: 'player' } })
  await settings.page.reload()
  const shown = settings.page.getByRole('radio', { name: 'Player name' })
  await shown.focus()
  await settings.page.keyboard.press('ArrowRight')
  const question = settings.page.getByRole('dialog', { name: 'Show your Discord name?' })
  await question.getByRole('button', { name: 'Keep it hidden' }).click()
  expect(await shown.isChecked()).toBe(true)
  expect(settings.names).toEqual([])
  await settings.page.getByText('Discord', { exact: true }).click()
  await question.getByRole('button', { name: 'Show my Discord name', disabled: false }).click()
  await eventually(() => expect(settings.names).toEqual([{ shown_as: 'discord' }]))
})

describe('a ticket that is being written', () => {
  const open = async () => {
    const settings = await openSettings('support')
    const write = async () => {
      await settings.button('Contact Support').click()
      return settings.page.getByRole('dialog')
    }
    const form = await write()
    await form.getByLabel('Subject').fill('A lost game')
    await form.getByLabel('Message').fill('I was disconnected.')
    settings.instead.set('POST /user/support_ticket', {
      status: 401,
      body: { code: 'UNAUTHENTICATED', error: 'Log in.' },
    })
    await form.getByRole('button', { name: 'Submit ticket' }).click()
    await settings.page.getByRole('alert').getByRole('heading').waitFor()
    return { ...settings, write }
  }

  test('outlives a session that its own sending ends, until it is sent', async () => {
    const settings = await open()
    await settings.page.reload()
    const form = await settings.write()
    expect(await form.getByLabel('Subject').inputValue()).toBe('A lost game')
    expect(await form.getByLabel('Message').inputValue()).toBe('I was disconnected.')
    settings.instead.set('POST /user/support_ticket', { body: { ticketId: 12 } })
    await form.getByRole('button', { name: 'Submit ticket' }).click()
    await form.waitFor({ state: 'hidden' })
    expect(Object.keys(await settings.stored())).not.toContain('kla-drafts')
  })

  test('is not shown to another account', async () => {
    const settings = await open()
    settings.becomes(8)
    await settings.page.reload()
    // The first load asks for the age of the other account.
    await eventually(async () => expect(await settings.stored()).toMatchObject({ 'kla-player': markOf('18') }))
    await settings.page.reload()
    const form = await settings.write()
    expect(await form.getByLabel('Subject').inputValue()).toBe('')
  })
})

describe('a reply to support', () => {
  const open = async () => {
    const settings = await openSettings('support')
    const ticket: OwnTickets['tickets'][number] = {
      ...{
        id: 9,
        subject: 'A lost game',
        message: 'Help',
        category: 'Technical',
        priority: 'Normal',
        state: 'waiting',
      },
      ...{ created_at: AT, resolved: false, answers: [{ text: 'What did you see?', at: AT }] },
      thread: [{ by: 'support', text: 'What did you see?', at: AT }],
    }
    const tickets = { body: { tickets: [ticket] } }
    settings.instead.set('GET /user/support_tickets', tickets)
    await settings.page.reload()
    await settings.button('Reply').click()
    const field = settings.page.getByLabel('Your reply')
    const answers = (answer: PlayerAnswer = {}) =>
      settings.instead.set('POST /user/support_tickets/9/replies', { ...tickets, ...answer })
    return { ...settings, field, answers }
  }

  test('is another one once its text differs from an attempt that may have arrived', async () => {
    const { field, answers, button, replies, page } = await open()
    answers({ status: 503, body: { code: 'UNAVAILABLE', error: 'Away.' } })
    await field.fill('A black picture.')
    await button('Send reply').click()
    await page.getByText('Away.').waitFor()
    await button('Send reply').click()
    await eventually(() => expect(replies).toHaveLength(2))
    answers()
    await field.fill('A black picture, and no sound.')
    await button('Send reply').click()
    await field.waitFor({ state: 'detached' })
    const ids = replies.map(({ id }) => id)
    expect(ids[1]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])
    expect(replies[2]?.text).toBe('A black picture, and no sound.')
  })

  test('keeps what is typed while it is sent', async () => {
    const { field, answers, button, replies } = await open()
    let isTyped = (): void => undefined
    answers({ after: new Promise<void>((resolve) => (isTyped = resolve)) })
    await field.fill('A black picture.')
    await button('Send reply').click()
    await eventually(() => expect(replies).toHaveLength(1))
    await field.fill('And no sound.')
    isTyped()
    await eventually(async () => expect(await button('Send reply').isEnabled()).toBe(true))
    expect(await field.inputValue()).toBe('And no sound.')
  })
})
