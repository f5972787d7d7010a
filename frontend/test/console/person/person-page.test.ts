import { describe, expect, test } from '@jest/globals'
import { type Permission, PERMISSIONS, permissionsOf } from '@kla/proto/web'
import {
  accessibilityFaults,
  type ConsolePage,
  type Gateway,
  openConsole,
  session,
  watchPages,
} from '../desk/console-page.js'
import { createFakePerson, type FakePerson } from './views.js'

let opened: ConsolePage | undefined
watchPages()

interface Options {
  permissions?: readonly Permission[]
  width?: number
  fake?: FakePerson
}

async function openPerson(path: string, { permissions = PERMISSIONS, width = 1440, fake }: Options = {}) {
  const { gateway } = fake ?? createFakePerson()
  opened = await openConsole(gateway, { me: session(permissions), viewport: { width, height: 900 } })
  await opened.open(path)
  const { page } = opened
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  return { ...opened, part }
}

describe("a person's page", () => {
  test('has every part, accessible and without a sideways scroll on phones and desks', async () => {
    const { page, part, callsOf } = await openPerson('/person/2', { width: 390 })
    await page.getByRole('heading', { level: 1, name: 'Velvet Otter' }).waitFor()
    await part('History').getByText('read this page').waitFor()
    await part('Reports').getByText('About: 5, 1 of 4 decided upheld (25%)').waitFor()
    await part('Reports').getByText('May have stills').waitFor()
    await part('Decisions').getByText('Chat ban for 36 hours').waitFor()
    expect(await part('Decisions').getByText('In force').getAttribute('data-tone')).toBe('green')
    await part('Battles').getByText('this player took the panic exit, too short to count').waitFor()
    await part('Orders').getByText('$2.99 taken back').waitFor()
    for (const name of ['Account', 'Age', 'Notes', 'Bans', 'People met', 'Tickets', 'Sign-ins'])
      expect([name, await part(name).count()]).toEqual([name, 1])
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      const card = await part('Account').boundingBox()
      expect((card?.width ?? 0) > width / 2).toBe(width === 390)
    }

    const opponent = part('Battles').getByRole('link', { name: 'Amber Wren' })
    expect(await opponent.getAttribute('href')).toBe('/console/person/77')

    // The e-mail comes only when pressed.
    expect(callsOf('POST', '/admin/people/2/email')).toEqual([])
    await page.getByRole('button', { name: 'Show the e-mail' }).click()
    await page.getByText('bob@example.com').waitFor()
    expect(callsOf('POST', '/admin/people/2/email')).toHaveLength(1)

    await part('History').getByRole('button', { name: 'Older' }).click()
    await part('History').getByText('banned').waitFor()
    expect(await part('History').getByRole('button', { name: 'Older' }).count()).toBe(0)
    await part('History').getByRole('button', { name: 'Newer' }).click()
    await part('History').getByText('read this page').waitFor()
  })

  test('loads only the parts that the administrator may see', async () => {
    const { part, calls } = await openPerson('/person/2', { permissions: permissionsOf('support', false) })
    await part('History').getByText('read this page').waitFor()
    await part('Orders').getByText('Partly refunded').waitFor()
    expect(await part('Reports').count()).toBe(0)
    const asked = calls.map(({ path }) => path)
    for (const hidden of ['reports', 'notes', 'decisions', 'battles', 'met'])
      expect(asked).not.toContain(`/admin/people/2/${hidden}`)
  })

  test('keeps its other parts when one fails, and loads that one again', async () => {
    const fake = createFakePerson()
    fake.instead.set('/admin/people/2/bans', { status: 503, body: { error: 'Try again later.', code: 'UNAVAILABLE' } })
    const { part } = await openPerson('/person/2', { fake })
    await part('Bans').getByText('Try again later.').waitFor()
    await part('History').getByText('read this page').waitFor()
    fake.instead.clear()
    await part('Bans').getByRole('button', { name: 'Try again' }).click()
    await part('Bans').getByText('Twice.').waitFor()
  })

  test('takes a note, and shows it', async () => {
    const { part, callsOf } = await openPerson('/person/2')
    await part('Notes').getByText('No notes yet.').waitFor()
    await part('Notes').getByLabel('Note', { exact: true }).fill('Seen before.')
    await part('Notes').getByRole('button', { name: 'Save note' }).click()
    await part('Notes').getByRole('list', { name: 'Notes' }).getByText('Seen before.').waitFor()
    expect(callsOf('POST', '/admin/people/2/notes').map(({ body }) => body)).toEqual([
      { id: expect.any(String), text: 'Seen before.' },
    ])
  })

  test('gives items with a reason', async () => {
    const { page, part, callsOf } = await openPerson('/person/2')
    await part('Orders').getByRole('button', { name: 'Give items' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await dialog.getByText('A reason is required.').waitFor()
    await dialog.getByLabel('Item').selectOption('wild_cards')
    await dialog.getByLabel('Units').fill('5')
    await dialog.getByLabel('Reason').fill('A lost round.')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Give', exact: true }).click()
    await page.getByText(/The player now has 15/).waitFor()
    expect(callsOf('POST', '/admin/people/2/gifts').map(({ body }) => body)).toEqual([
      { id: expect.any(String), item: 'wild_cards', units: 5, reason: 'A lost round.' },
    ])
  })

  test('gives items once when the answer was lost, also after the dialog was closed', async () => {
    const fake = createFakePerson()
    const gifts = '/admin/people/2/gifts'
    fake.instead.set(gifts, { status: 503, body: { error: 'Busy.', code: 'UNAVAILABLE' } })
    const { page, part, callsOf } = await openPerson('/person/2', { fake })
    const dialog = page.getByRole('dialog')
    const give = dialog.getByRole('button', { name: 'Give', exact: true })
    await part('Orders').getByRole('button', { name: 'Give items' }).click()
    await dialog.getByLabel('Item').selectOption('wild_cards')
    await dialog.getByLabel('Units').fill('5')
    await dialog.getByLabel('Reason').fill('A lost round.')
    await give.click()
    await page.getByText('Busy.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    fake.instead.clear()
    await part('Orders').getByRole('button', { name: 'Give items' }).click()
    expect(await dialog.getByLabel('Item').inputValue()).toBe('wild_cards')
    await give.click()
    await page.getByText(/The player now has 15/).waitFor()
    const [lost, repeated] = callsOf('POST', gifts).map(({ body }) => body)
    expect(repeated).toEqual(lost)
    await part('Orders').getByRole('button', { name: 'Give items' }).click()
    expect([await dialog.getByLabel('Item').inputValue(), await dialog.getByLabel('Units').inputValue()]).toEqual([
      'gif_saves',
      '',
    ])
  })

  test('goes one page back in the history for two presses while it loads', async () => {
    const fake = createFakePerson()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    const gateway: Gateway = async (call) => {
      if (call.query.has('after')) await held
      return fake.gateway(call)
    }
    const { page, part } = await openPerson('/person/2', { fake: { ...fake, gateway } })
    const older = part('History').getByRole('button', { name: 'Older' })
    await older.click()
    await part('History').getByRole('button', { name: 'Newer' }).waitFor()
    await older.click({ force: true })
    answer()
    await part('History').getByText('banned').waitFor()
    await part('History').getByRole('button', { name: 'Newer' }).click()
    await part('History').getByText('read this page').waitFor()
    expect(await page.getByRole('button', { name: 'Newer' }).count()).toBe(0)
  })

  test('says that a number was never an account, without loading its parts', async () => {
    const fake = createFakePerson()
    const gone = { status: 404, body: { error: "We can't find that account.", code: 'NO_SUCH_ACCOUNT' } }
    fake.instead.set('/admin/people/2', gone)
    const { page, part } = await openPerson('/person/2', { fake })
    await page.getByText("We can't find that account.").waitFor()
    expect(await part('Bans').count()).toBe(0)
  })
})

describe('the search for a person', () => {
  test('opens a person from a field of another screen by Ctrl+K, a name and Enter', async () => {
    const { page, calls } = await openPerson('/person/2')
    await page.getByLabel('Note', { exact: true }).focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('velvet')
    await page.getByRole('option', { name: /Velvet Otter/, selected: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(page.url().replace('/person/2', '/account'))
    await page.getByRole('button', { name: 'Keys' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('velvet')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Velvet Otter' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/console/person/2')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(calls.filter(({ path }) => path === '/admin/people').map(({ query }) => query.get('q'))).toContain('velvet')
  })

  test('is listed among the keys, and does not open over another dialog', async () => {
    const { page } = await openPerson('/person/2')
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('dialog').getByText('Ctrl+K').waitFor()
    await page.keyboard.press('Control+k')
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await page.getByRole('combobox', { name: /Name, number/ }).count()).toBe(0)
  })

  test('says when it found no one, and asks nothing for a single character', async () => {
    const { page, callsOf } = await openPerson('/person/2')
    await page.getByRole('button', { name: 'Find a person' }).click()
    await page.keyboard.type('z')
    await page.getByText('Type at least two characters.').waitFor()
    await page.keyboard.type('zz')
    await page.getByText('No one found.').waitFor()
    expect(callsOf('GET', '/admin/people').filter(({ query }) => query.get('q') === 'z')).toEqual([])
  })
})
