import { expect, test } from '@jest/globals'
import { type CannedAnswerView, permissionsOf, type TicketChange } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { accessibilityFaults, type Gateway, openConsole, session, watchPages } from '../desk/console-page.js'
import { cannedView, ticketView } from './views.js'

watchPages()

test('a ticket is answered and the next one open after four key presses', async () => {
  const tickets = [ticketView({ id: 7, subject: 'Black picture' }), ticketView({ id: 8, subject: 'No sound' })]
  const changes: TicketChange[] = []
  const { open, page } = await openConsole(
    ({ method, path, body }) => {
      if (method === 'GET' && path === '/admin/support_tickets')
        return { body: { results: tickets, total: tickets.length, page: 1, page_size: 50, next: null } }
      if (method === 'GET' && path === '/admin/canned_answers') return { body: { results: [] } }
      if (method === 'POST' && path.endsWith('/looking')) return { body: { others: [] } }
      const ticket = tickets.find(({ id }) => path === `/admin/support_tickets/${id}`)
      if (method !== 'PATCH' || !ticket) return undefined
      changes.push(body as TicketChange)
      return { body: { ticket: { ...ticket, state: 'waiting', version: ticket.version + 1 } } }
    },
    { me: session(permissionsOf('moderator', false)) },
  )
  await open('/support')
  await page.getByText('Black picture').first().waitFor()
  const press = (key: string) => page.keyboard.press(key)
  await press('j')
  await press('Enter')
  await page.getByRole('heading', { name: 'Ticket #7' }).waitFor()
  await press('a')
  await page.keyboard.type('Please choose another camera.')
  await press('Control+Enter')
  await page.getByRole('heading', { name: 'Ticket #8' }).waitFor()
  expect(changes).toEqual([expect.objectContaining({ answer: 'Please choose another camera.', version: 1 })])
})

const moderator = { me: session(permissionsOf('moderator', false)) }

/** Support with two tickets and the answers of `instead`. */
const openSupport = async (path: string, instead: Gateway) => {
  const tickets = [ticketView({ id: 7 }), ticketView({ id: 8, subject: 'No sound' })]
  const opened = await openConsole(async (call) => {
    const special = await instead(call)
    if (special) return special
    if (call.path === '/admin/support_tickets')
      return { body: { results: tickets, total: tickets.length, page: 1, page_size: 50, next: null } }
    if (call.path === '/admin/canned_answers') return { body: { results: [] } }
    if (call.path.endsWith('/looking')) return { body: { others: [] } }
    return undefined
  }, moderator)
  await opened.open(path)
  return opened
}

const stale = (current: { version: number }) => ({
  status: 409,
  body: { error: 'Someone else just changed this.', code: 'CHANGED_MEANWHILE', current },
})

test('a conflict that opens while one types decides nothing and keeps the answer', async () => {
  const theirs = ticketView({ id: 7, priority: 'High', version: 2, changed_by: 'bea' })
  const { page, callsOf } = await openSupport('/support?open=7', ({ method }) =>
    method === 'PATCH' ? stale(theirs) : undefined,
  )
  const answer = page.getByRole('textbox', { name: 'Answer', exact: true })
  await answer.fill('Please choose another camera.')
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const keep = [...document.querySelectorAll('button')].find((each) => each.textContent?.startsWith('Keep theirs'))
      if (!keep) return
      observer.disconnect()
      keep.click()
    }).observe(document.body, { subtree: true, childList: true })
  })
  await answer.press('Control+Enter')
  const title = page.getByRole('heading', { name: 'Someone else just changed this' })
  await title.waitFor()
  expect(await title.evaluate((heading) => heading === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  expect(await title.isVisible()).toBe(true)
  expect(await accessibilityFaults(page)).toEqual([])
  expect(callsOf('PATCH', '/admin/support_tickets/7')).toHaveLength(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  expect(await answer.inputValue()).toBe('Please choose another camera.')
})

test('what is typed while a change is under way stays', async () => {
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { page, button } = await openSupport('/support?open=7', async ({ method, body }) => {
    if (method !== 'PATCH') return undefined
    await held
    return { body: { ticket: { ...ticketView({ id: 7, version: 2 }), ...(body as TicketChange) } } }
  })
  const form = page.getByRole('form', { name: 'Ticket', exact: true })
  await form.getByLabel('Priority').selectOption('High')
  await button('Save changes').click()
  const message = form.getByLabel('Message')
  await message.fill('The picture stays black.')
  answer()
  await page.getByText('Ticket updated.').waitFor()
  expect(await message.inputValue()).toBe('The picture stays black.')
  expect(await form.getByLabel('Priority').inputValue()).toBe('High')
})

test('two conflicts are shown one after the other', async () => {
  let late = (): void => undefined
  const held = new Promise<void>((resolve) => {
    late = resolve
  })
  const { page, button } = await openSupport('/support?open=7', async ({ method, path }) => {
    if (method !== 'PATCH') return undefined
    const id = Number(path.split('/').at(-1))
    if (id === 7) await held
    return stale(ticketView({ id, priority: 'High', version: 2, changed_by: 'bea' }))
  })
  await button('Take it').click()
  await button('Open ticket 8').click()
  await page.getByRole('heading', { name: 'Ticket #8' }).waitFor()
  await button('Take it').click()
  await page.getByText(/^Ticket #8 was changed by bea/).waitFor()
  late()
  await page.waitForTimeout(300)
  expect(await page.getByText(/^Ticket #8 was changed by bea/).count()).toBe(1)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByText(/^Ticket #7 was changed by bea/).waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

/** The canned answers of a server, which change with calls. */
const cannedServer = () => {
  let answers: CannedAnswerView[] = [cannedView('a'), cannedView('b')]
  const gateway: Gateway = ({ method, path, query, body }) => {
    if (method === 'GET' && path === '/admin/canned_answers') return { body: { results: answers } }
    if (!path.startsWith('/admin/canned_answers/')) return undefined
    const id = path.split('/').at(-1)!
    const known = answers.find((each) => each.id === id)
    const change = body as Pick<CannedAnswerView, 'title' | 'text' | 'version'> | undefined
    if ((known?.version ?? 0) !== (change?.version ?? Number(query.get('version')))) {
      return { status: 409, body: { error: 'Someone else just changed this.', code: 'CHANGED_MEANWHILE' } }
    }
    answers = answers.filter((each) => each !== known)
    if (!change) return { body: { success: true } }
    const put = cannedView(id, { ...change, version: change.version + 1 })
    answers = [...answers, put]
    return { body: put }
  }
  const changed = (id: string, part: Partial<CannedAnswerView>) => {
    answers = answers.map((each) => (each.id === id ? { ...each, version: each.version + 1, ...part } : each))
  }
  const remove = (id: string) => {
    answers = answers.filter((each) => each.id !== id)
  }
  return { gateway, changed, remove, answers: () => answers }
}

const openCanned = async (server: ReturnType<typeof cannedServer>) => {
  const support = await openSupport('/support?open=7', server.gateway)
  const { page, button } = support
  await button('Edit canned answers').click()
  const form = page.getByRole('form', { name: 'Canned answer' })
  return {
    ...support,
    choose: (label: string) => page.getByRole('dialog').getByLabel('Answer', { exact: true }).selectOption({ label }),
    text: form.getByLabel('Text', { exact: true }),
    title: form.getByLabel('Title', { exact: true }),
  }
}

test('a canned answer keeps what is typed when the dialog closes or another one is chosen', async () => {
  const { page, button, choose, text } = await openCanned(cannedServer())
  await choose('Title a')
  await text.fill('Half a text')
  await choose('Title b')
  await text.fill('Other half')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await button('Edit canned answers').click()
  expect(await text.inputValue()).toBe('Other half')
  await choose('Title a')
  expect(await text.inputValue()).toBe('Half a text')
  expect(await accessibilityFaults(page)).toEqual([])
})

test('a canned answer is deleted only after a confirmation', async () => {
  const server = cannedServer()
  const { page, button, choose } = await openCanned(server)
  await choose('Title a')
  await button('Delete').click()
  const question = page.getByRole('dialog', { name: 'Delete “Title a”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(server.answers()).toHaveLength(2)
  await button('Delete').click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await eventually(() => expect(server.answers().map(({ id }) => id)).toEqual(['b']))
})

test('a canned answer that someone else has changed shows both versions and applies only what was changed here', async () => {
  const server = cannedServer()
  const { page, button, choose, text } = await openCanned(server)
  await choose('Title a')
  await text.fill('My text')
  server.changed('a', { title: 'Their title', changed_by: 'bea' })
  await button('Save').click()
  await page.getByText(/^Canned answer “Title a” was changed by bea/).waitFor()
  await button('Apply mine on top').click()
  await page.getByText('Saved.').waitFor()
  expect(server.answers().at(-1)).toMatchObject({ title: 'Their title', text: 'My text', version: 3 })
  await eventually(async () => expect(await text.inputValue()).toBe('My text'))
  await page.getByText('Not sent yet').waitFor({ state: 'detached' })
})

test('a canned answer that someone else has deleted can be saved again, and a new one is saved', async () => {
  const server = cannedServer()
  const { page, button, choose, text, title } = await openCanned(server)
  await choose('Title a')
  await text.fill('My text')
  await title.fill('My title')
  await choose('A new one')
  await title.fill('New')
  await text.fill('New text')
  await button('Save').click()
  await page.getByText('Saved.').waitFor()
  expect(server.answers().at(-1)).toMatchObject({ title: 'New', text: 'New text', version: 1 })
  await choose('Title a')
  server.remove('a')
  await button('Save').click()
  await page.getByText('Someone else just changed this.').waitFor()
  await button('Save').click()
  await eventually(() => expect(server.answers().at(-1)).toMatchObject({ id: 'a', text: 'My text', version: 1 }))
})
