import { describe, expect, test } from '@jest/globals'
import { PERMISSIONS } from '@kla/proto/web'
import { accessibilityFaults, openConsole, session, watchPages } from '../desk/console-page.js'
import { deskView } from '../desk/views.js'

watchPages()

async function openAccount(width: number, height = 900) {
  const opened = await openConsole(
    ({ path }) => (path === '/admin/desk' ? { body: deskView({ appeals: 2 }) } : undefined),
    {
      me: session(PERMISSIONS),
      viewport: { width, height },
    },
  )
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
  test('stands in groups beside the content', async () => {
    const { page, tabs, boxOf } = await openAccount(1440)
    for (const width of [1440, 1000]) {
      await page.setViewportSize({ width, height: 900 })
      const groups = tabs.getByRole('group')
      expect(await groups.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))).toEqual([
        'Work',
        'People',
        'Content',
        'Competition',
        'Settings',
      ])
      const [desk, audit, main] = [
        await boxOf('Desk'),
        await boxOf('Audit'),
        await page.getByRole('main').boundingBox(),
      ]
      expect(audit.x).toBe(desk.x)
      expect(audit.y).toBeGreaterThan(desk.y + 100)
      expect(main?.x).toBeGreaterThanOrEqual(desk.x + desk.width)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      expect(await accessibilityFaults(page)).toEqual([])
    }
  })

  test('is one scrolling row on phones and narrow windows', async () => {
    const { page, tabs, boxOf } = await openAccount(390)
    for (const width of [390, 999]) {
      await page.setViewportSize({ width, height: 900 })
      expect((await boxOf('Audit')).y).toBe((await boxOf('Desk')).y)
      expect(await tabs.getByText('Competition', { exact: true }).isVisible()).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      expect(await accessibilityFaults(page)).toEqual([])
    }
  })

  test('shows the chosen tab on a low screen', async () => {
    const { boxOf } = await openAccount(1200, 500)
    const { y, height } = await boxOf('Your account')
    expect(y + height).toBeLessThanOrEqual(500)
  })
})
