import { describe, expect, test } from '@jest/globals'
import { type BanView, PERMISSIONS } from '@kla/proto/web'
import { eventually } from '@kla/testkit/eventually'
import { accessibilityFaults, type Gateway, openConsole, session, watchPages } from '../desk/console-page.js'

const BAN: BanView = {
  ...{ id: 5, user_id: 42, user_name: 'bea', scope: 'chat', reason: 'Spam', notes: null, thread: [] },
  ...{ evidence: null, banned_at: '2026-11-20T00:00:00Z', expires_at: null, lifted_at: null, banned_by: 'day-mod' },
  ...{ lifted_by: null, lift_reason: null, held: false, version: 2, changed_at: null, changed_by: null },
}

watchPages()

async function openBans() {
  const gateway: Gateway = ({ method, path }) => {
    if (path === '/admin/bans') return { body: [BAN], headers: { 'x-total-count': '1' } }
    if (path === '/admin/bans/42/active') return { body: BAN }
    if (path === '/admin/bans/7/active') return { body: {} }
    return method === 'PATCH' ? { body: { ...BAN, lifted_at: BAN.banned_at, version: 3 } } : undefined
  }
  const opened = await openConsole(gateway, { me: session(PERMISSIONS) })
  await opened.open('/bans')
  const { page, callsOf } = opened
  return {
    ...opened,
    lifts: () => callsOf('PATCH', '/admin/bans/5/lift').map(({ body }) => body),
    check: page.locator('details', { has: page.getByRole('heading', { name: 'Check Active Ban' }) }),
  }
}

describe('lifting a ban', () => {
  test('takes more than the Enter that opened the question, and needs no reason', async () => {
    const { page, button, lifts } = await openBans()
    const lift = button('Lift ban 5')
    await lift.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Lift ban #5?' })
    await dialog.getByLabel('Lift reason').waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    expect(await accessibilityFaults(page)).toEqual([])
    expect(lifts()).toEqual([])
    await dialog.getByRole('button', { name: 'Lift the ban' }).click()
    await page.getByText('Ban lifted.').waitFor()
    expect(lifts()).toEqual([{ liftReason: null, version: 2 }])
  })

  test('ignores the second press of a double click', async () => {
    const { page, button, lifts } = await openBans()
    await button('Lift ban 5').click()
    // Playwright waits for buttons that ignore presses.
    await page.evaluate(() => document.querySelector<HTMLElement>('dialog [type="submit"]')?.click())
    await page.waitForTimeout(200)
    expect(lifts()).toEqual([])
  })
})

test('the list shows long names, and every button, within its frame', async () => {
  const long = { id: 1_000_000_000_001, user_id: 730_396_689, user_name: 'Stormy Tiger 81', expires_at: BAN.banned_at }
  const { page, open, button } = await openConsole(
    ({ path }) =>
      path === '/admin/bans' ? { body: [{ ...BAN, ...long }], headers: { 'x-total-count': '1' } } : undefined,
    { me: session(PERMISSIONS) },
  )
  await open('/bans')
  const name = page.getByText('Stormy Tiger 81')
  await name.waitFor()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  const table = page.getByRole('table', { name: 'Bans' })
  expect(await table.evaluate(({ parentElement }) => parentElement!.scrollWidth - parentElement!.clientWidth)).toBe(0)
  expect(await button('Delete ban 1000000000001').isVisible()).toBe(true)
})

describe('the check for an active ban', () => {
  test('names the account, and answers only for the number and scope in its fields', async () => {
    const { page, check } = await openBans()
    const number = check.getByLabel('User ID')
    const answer = check.getByRole('status')
    await number.fill('42')
    await number.press('Enter')
    await check.getByText('User is currently banned.').waitFor()
    expect(await answer.getByRole('link', { name: 'bea #42' }).getAttribute('href')).toBe('/console/person/42')
    expect(await accessibilityFaults(page)).toEqual([])
    await check.getByLabel('Scope').selectOption('rooms')
    expect(await answer.count()).toBe(0)
    await check.getByLabel('Scope').selectOption('')
    await check.getByText('User is currently banned.').waitFor()
    await number.fill('7')
    expect(await answer.count()).toBe(0)
    await number.press('Enter')
    await eventually(async () => expect(await answer.textContent()).toBe('No active ban for this user.'))
  })
})
