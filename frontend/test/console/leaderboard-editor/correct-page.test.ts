import { expect, test } from '@jest/globals'
import { PERMISSIONS, seasonOf } from '@kla/proto/web'
import { accessibilityFaults, openConsole, session, watchPages } from '../desk/console-page.js'

watchPages()

const SEASON = seasonOf(Date.now())

async function openCorrection() {
  let won = 4
  const opened = await openConsole(
    ({ method, path }) => {
      if (path === '/admin/leaderboard') {
        const row = { id: 7, username: 'vera', avatar: null, games_won: won, games_played: 9, rank: 1 }
        const page = { results: [row], total: 1, page: 1, pageSize: 25, next: null }
        return { body: { season: SEASON, seasons: [SEASON], ...page } }
      }
      if (path !== '/admin/leaderboard/corrections') return undefined
      if (method === 'GET') return { body: { results: [], total: 0, page: 1, pageSize: 25, next: null } }
      won += 1
      return { body: { id: 'c1', user_id: 7, user_name: 'vera', season: SEASON, games_won: 1, games_played: 0 } }
    },
    { me: session(PERMISSIONS) },
  )
  await opened.open('/leaderboardeditor?open=7')
  const { page } = opened
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Games won, difference').fill('1')
  await dialog.getByLabel('Reason').fill('A win was missing')
  return {
    page,
    dialog,
    confirm: () => dialog.getByRole('button', { name: 'Correct', exact: true }).click(),
    othersAddOne: () => void (won += 1),
    corrections: () => opened.callsOf('POST', '/admin/leaderboard/corrections'),
  }
}

test('a correction is sent once over the figures on the screen', async () => {
  const { page, confirm, corrections } = await openCorrection()
  await confirm()
  await page.getByText('Figures corrected.').waitFor()
  expect(corrections()).toHaveLength(1)
})

test('a correction waits when someone else changed the figures since, and shows both', async () => {
  const { page, dialog, confirm, othersAddOne, corrections } = await openCorrection()
  othersAddOne()
  await confirm()
  await dialog.getByText(/^Someone changed these figures since: .*, 4 → 5 won\./).waitFor()
  expect(await dialog.getByLabel('Games won, before and after').textContent()).toBe('5 → 6')
  expect(corrections()).toEqual([])
  expect(await accessibilityFaults(page)).toEqual([])
  await confirm()
  await page.getByText('Figures corrected.').waitFor()
  expect(corrections()).toHaveLength(1)
})
