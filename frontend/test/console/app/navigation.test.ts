import { afterAll, afterEach, describe, expect, test } from '@jest/globals'
import { PERMISSIONS } from '@kla/proto/web'
import { closeBrowser } from '../../built-pages.js'
import { accessibilityFaults, type ConsolePage, openConsole, session } from '../desk/console-page.js'
import { deskView } from '../desk/views.js'

let opened: ConsolePage | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})
afterAll(closeBrowser)

async function openAccount(width: number, height = 900) {
  opened = await openConsole(({ path }) => (path === '/admin/desk' ? { body: deskView({ appeals: 2 }) } : undefined), {
    me: session(PERMISSIONS),
    viewport: { width, height },
  })
  await opened.open('/account')
  const { page } = opened
  const tabs = page.getByRole('navigation', { name: 'Tabs' })
  await tabs.getByRole('link', { name: 'Appeals 2' }).waitFor()
  const boxOf = async (name: string) => {
    const box = await tabs.getByRole('link', { name }).boundingBox()
    if (!box) throw new Error(`There is no tab ${name}.`)
    return box
  }
  return { page, tabs, boxOf }
}

describe('the navigation', () => {
  test.each([1000, 1440])('stands in groups beside the content at %d px', async (width) => {
    const { page, tabs, boxOf } = await openAccount(width)
    const groups = tabs.getByRole('group')
    expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
      'Work',
      'People',
      'Content',
      'Competition',
      'Settings',
    ])
    const [desk, audit, main] = [await boxOf('Desk'), await boxOf('Audit'), await page.getByRole('main').boundingBox()]
    expect(audit.x).toBe(desk.x)
    expect(audit.y).toBeGreaterThan(desk.y + 100)
    expect(main?.x).toBeGreaterThanOrEqual(desk.x + desk.width)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test.each([390, 999])('is one scrolling row at %d px', async (width) => {
    const { page, tabs, boxOf } = await openAccount(width)
    expect((await boxOf('Audit')).y).toBe((await boxOf('Desk')).y)
    expect(await tabs.getByText('Competition', { exact: true }).isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('shows the chosen tab on a low screen', async () => {
    const { boxOf } = await openAccount(1200, 500)
    const { y, height } = await boxOf('Your account')
    expect(y + height).toBeLessThanOrEqual(500)
  })
})
