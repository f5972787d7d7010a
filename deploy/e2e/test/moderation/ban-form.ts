import { expect, test } from '@jest/globals'
import type { BanView } from '@kla/proto/web'
import type { Page } from 'playwright-core'
import { accessibilityFaults, keepScreenshot, sees } from '../../src/browser/index.js'
import type { AdministratorSession } from '../../src/platform/index.js'

interface People {
  /** Moderates, and is signed in to the console. */
  readonly moderator: Page
  /** Another moderator, by the REST calls. */
  readonly other: AdministratorSession
}

/** The form that bans somebody, with another moderator at work on the same person. */
export function banFormTests(people: () => People): void {
  const reported = async (): Promise<number> => {
    const { results } = (await (await people().other.request('/admin/reports/')).json()) as {
      results: { reported_id: number }[]
    }
    return results[0]?.reported_id ?? 0
  }
  const inForce = async (userId: number): Promise<BanView[]> =>
    (await (await people().other.request(`/admin/bans?userId=${userId}&active=1`)).json()) as BanView[]

  test('asks for a person, a duration and a reason before anybody is banned', async () => {
    const { moderator: page } = people()
    await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Bans' }).click()
    const userId = await reported()
    const form = page.locator('form', { has: page.getByLabel('Evidence JSON') })
    await form.getByLabel('User ID').waitFor()
    for (let press = 0; press < 3; press++) await form.getByRole('button', { name: 'Create Ban' }).click()
    await sees(page, 'User ID is required.')
    await sees(page, 'Choose how long the ban lasts.')
    await sees(page, 'Give a reason. The player reads it.')

    await form.getByLabel('User ID').fill('987654')
    await form.getByLabel('User ID').blur()
    await sees(page, 'There is no account 987654. Check the number.')
    await form.getByLabel('User ID').fill(String(userId))
    await form.getByLabel('User ID').blur()
    await form.getByRole('status', { name: 'Who it is' }).getByText('bea').first().waitFor()
    await form.getByRole('status', { name: 'Who it is' }).getByText('No ban in force.').waitFor()
    for (let press = 0; press < 3; press++) await form.getByRole('button', { name: 'Create Ban' }).click()
    expect(await inForce(userId)).toEqual([])
    await keepScreenshot(page, 'console-ban-who')
  }, 60_000)

  test('tells the slower of two moderators who has banned the person, and extends that ban on demand', async () => {
    const { moderator: page, other } = people()
    const userId = await reported()
    const form = page.locator('form', { has: page.getByLabel('Evidence JSON') })
    // Nothing of the test before is left in the form.
    await page.reload()
    await form.getByLabel('User ID').fill(String(userId))
    await form.getByLabel('User ID').blur()
    await form.getByRole('status', { name: 'Who it is' }).getByText('No ban in force.').waitFor()
    await form.getByLabel('Duration').selectOption('permanent')
    await form.getByLabel('Reason').fill('Threats, once more')
    const body = { userId, scope: 'global', reason: 'I was first.', durationMs: 86_400_000 }
    expect((await other.request('/admin/bans', { method: 'POST', body })).status).toBe(200)

    await form.getByRole('button', { name: 'Create Ban' }).click()
    await sees(page, /Someone else just banned this player\. Already banned until .* by admin\./)
    expect(await inForce(userId)).toMatchObject([{ reason: 'I was first.', banned_by: 'admin' }])
    await form.getByRole('button', { name: 'Create Ban' }).click()
    await sees(page, 'Choose what happens to the ban in force.')
    await keepScreenshot(page, 'console-ban-already')
    expect(await accessibilityFaults(page)).toEqual([])

    await form.getByRole('radio', { name: /Extend/ }).check()
    await form.getByRole('button', { name: 'Extend Ban' }).click()
    await sees(page, 'Ban extended.')
    expect(await inForce(userId)).toMatchObject([
      { reason: 'Threats, once more', banned_by: 'admin', changed_by: 'mona', expires_at: null },
    ])
  }, 60_000)
}
