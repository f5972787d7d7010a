import { expect, test } from '@jest/globals'
import { type AdminCupView, type Permission, PERMISSIONS } from '@kla/proto/web'
import { pressTwice } from '../../features/player-page.js'
import { accessibilityFaults, type ConsolePage, openConsole, session, watchPages } from '../desk/console-page.js'

const person = (id: number, username: string) => ({
  id,
  number: 100_000 + id,
  username,
  global_name: null,
  discord_id: `${id}`,
  avatar: null,
  player_name: null,
  under_player_name: false,
})
const FOUND = [person(7, 'ada'), person(8, 'adam')]

let opened: ConsolePage | undefined
watchPages()

const ADAM = { id: 8, username: 'adam', avatar: null, seed: 1, checked_in: false }

async function openCup({
  permissions = PERMISSIONS as readonly Permission[],
  width = 1440,
  entries = [ADAM] as AdminCupView['entries'],
} = {}) {
  let cup: AdminCupView = {
    id: 'cup-1',
    name: 'Lantern Cup',
    mode: 'rush',
    category: 'default',
    capacity: 8,
    state: 'sign-up',
    starts_at: '2036-01-01T00:00:00.000Z',
    check_in_at: '2035-12-31T23:30:00.000Z',
    ended_at: null,
    entered: 1,
    champion: null,
    entries,
    ties: [],
    you: null,
    version: 3,
    changed_at: null,
    changed_by: null,
  }
  const changed = (now: AdminCupView['entries']) => {
    const version = cup.version + 1
    const changed_at = `2036-01-01T00:00:${version}0.000Z`
    cup = { ...cup, version, changed_at, entries: now.map((entry, at) => ({ ...entry, seed: at + 1 })) }
    return { body: cup }
  }
  opened = await openConsole(
    ({ method, path, body }) => {
      if (method === 'GET' && path === '/admin/cups') return { body: { results: [cup], total: 1 } }
      if (method === 'GET' && path === '/admin/cups/cup-1') return { body: cup }
      if (method === 'GET' && path === '/admin/people') return { body: { results: FOUND } }
      if (method === 'POST' && path === '/admin/cups/cup-1/entries') {
        const { userId } = body as { userId: number }
        const entry = { id: userId, username: 'ada', avatar: null, seed: 2, checked_in: false }
        return changed([...cup.entries, entry])
      }
      if (method === 'DELETE') return changed(cup.entries.filter(({ id }) => !path.endsWith(`/${id}`)))
      if (method === 'PUT' && path === '/admin/cups/cup-1/seeds') return changed(cup.entries)
      return undefined
    },
    { me: session(permissions), viewport: { width, height: 900 } },
  )
  await opened.open('/cuptiecreator?open=cup-1')
  const { page } = opened
  const find = page.getByRole('button', { name: 'Find players by name' })
  const added = () => opened?.callsOf('POST', '/admin/cups/cup-1/entries').map(({ body }) => body)
  return { page, find, added }
}

test.each([1440, 390])('players are added to a cup by name, one after another, at %i pixels', async (width) => {
  const { page, find, added } = await openCup({ width })
  await find.click()
  const dialog = page.getByRole('dialog', { name: 'Add players to Lantern Cup' })
  const field = dialog.getByRole('combobox')
  await field.fill('ada')
  await dialog.getByRole('option', { name: /adam.*has entered/ }).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  await field.press('Enter')
  await page.getByText('ada added.').waitFor()
  expect(added()).toEqual([{ userId: 7, version: 3 }])
  expect(await field.inputValue()).toBe('')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)

  await field.fill('adam')
  await dialog.getByRole('option', { name: /adam/ }).click()
  await dialog.getByRole('alert').getByText('This player has entered already.').waitFor()
  expect(added()).toHaveLength(1)
})

test('a double press removes one player, not the next in the list', async () => {
  const { page } = await openCup({ entries: [ADAM, { ...ADAM, id: 9, username: 'bea', seed: 2 }] })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await pressTwice(page, button('Remove adam'), () => button('Remove adam').waitFor({ state: 'detached' }))
  await button('Remove bea').click()
  await button('Remove bea').waitFor({ state: 'detached' })
  const removed = opened?.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)
  expect(removed).toEqual(['/admin/cups/cup-1/entries/8', '/admin/cups/cup-1/entries/9'])
})

test('players are added by number alone by someone who may not read members', async () => {
  const { page, find } = await openCup({ permissions: ['cups.read', 'cups.manage'] })
  await page.getByLabel('Add a player by user ID').waitFor()
  expect(await find.count()).toBe(0)
})

const BEA = { ...ADAM, id: 9, username: 'bea', seed: 2 }
const CLEO = { ...ADAM, id: 10, username: 'cleo', seed: 3, checked_in: true }

test('one’s own removal leaves unsaved seeds on the newest version', async () => {
  const { page } = await openCup({ entries: [ADAM, BEA, CLEO] })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Move cleo up').click()
  await button('Remove adam').click()
  await button('Remove adam').waitFor({ state: 'detached' })
  await button('Save the seeds').click()
  await page.getByText('Seeds saved.').waitFor()
  const saved = opened?.callsOf('PUT', '/admin/cups/cup-1/seeds').map(({ body }) => body)
  expect(saved).toEqual([{ order: [10, 9], version: 4 }])
})

test('the undo of a removal puts the entry back as it was saved', async () => {
  const { page, added } = await openCup({ entries: [ADAM, BEA, CLEO] })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Move cleo up').click()
  await button('Remove cleo').click()
  await button('Undo: cleo taken out of Lantern Cup').click()
  await page.getByText('Undone: cleo taken out of Lantern Cup').waitFor()
  expect(added()).toEqual([{ userId: 10, removed: { seed: 3, checked_in: true }, version: 4 }])
})
