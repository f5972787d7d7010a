import { expect, test } from '@jest/globals'
import { eventually } from '@kla/testkit/eventually'
import { markOf } from '../../src/entities/session/forget-player.js'
import { account, openPlayer, watchPlayerPages } from '../features/player-page.js'

watchPlayerPages()

const KEY = 'kla-under-age'
const MARK = markOf(account(7).discord_id ?? '')

/** The page of a player who has not passed the age gate, before an auth that may be away. */
async function openGate({ id = 7, auth = 'away' as 'away' | 'there' } = {}) {
  const gateway = { id, auth, knows: true, ageConfirmed: false, ageLocked: false }
  /** Declarations that reached auth, in order. */
  const declared: boolean[] = []
  const opened = await openPlayer(({ path, body }) => {
    const away = { status: 503, body: { error: 'Away.', code: 'UNAVAILABLE' } }
    if (path === '/auth/user') {
      if (!gateway.knows) return away
      const { ageConfirmed, ageLocked } = gateway
      return { body: gateway.id === 0 ? {} : { ...account(gateway.id), ageConfirmed, ageLocked } }
    }
    if (path === '/auth/logout') return { body: { success: true } }
    if (path !== '/user/age-attestation') return { body: {} }
    if (gateway.auth === 'away') return away
    const { over18 } = body as { over18: boolean }
    declared.push(over18)
    gateway.ageLocked ||= !over18
    gateway.ageConfirmed = over18 && !gateway.ageLocked
    return { body: { accepted: gateway.ageConfirmed } }
  })
  const { page, stored } = opened
  await page.addInitScript(() => localStorage.removeItem('age-confirmed'))
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    ...opened,
    gateway,
    declared,
    under18: async () => {
      await page.getByRole('button', { name: /under 18/i }).click()
      await page.waitForURL((url) => url.hostname !== 'localhost')
    },
    over18: () => page.getByRole('button', { name: /18 or older/i }).click(),
    keys: async () => Object.keys(await stored()).filter((key) => key.startsWith(KEY)),
  }
}

test('declares a player under 18 and keeps nothing once the server has it', async () => {
  const { open, under18, declared, keys } = await openGate({ auth: 'there' })
  await open('/')
  await under18()
  expect(declared).toEqual([false])
  await open('/')
  expect(await keys()).toEqual([])
})

test('declares it again before 18+ when auth was away', async () => {
  const { open, under18, over18, declared, keys, gateway, page } = await openGate()
  await open('/')
  await under18()
  await open('/')
  expect(await keys()).toEqual([KEY + MARK])
  gateway.auth = 'there'
  await open('/')
  await over18()
  await eventually(() => declared.length > 0)
  await eventually(async () => (await keys()).length === 0)
  await page.waitForTimeout(300)
  expect(declared).not.toContain(true)
})

test('keeps it for its player alone, through a logout', async () => {
  const { open, under18, over18, declared, keys, gateway } = await openGate()
  await open('/')
  await under18()
  gateway.id = 0
  await open('/')
  gateway.id = 8
  gateway.auth = 'there'
  await open('/')
  await over18()
  await eventually(() => declared.length > 0)
  expect(declared).toEqual([true])
  expect(await keys()).toEqual([KEY + MARK])
  Object.assign(gateway, { id: 7, ageConfirmed: false })
  await open('/')
  await eventually(() => declared.length > 1)
  // The page may repeat it until the first answer.
  expect(new Set(declared.slice(1))).toEqual(new Set([false]))
  await eventually(async () => (await keys()).length === 0)
})

test('belongs to the last player of this browser when no server can say who is signed in', async () => {
  const { open, under18, declared, keys, gateway, calls, stored } = await openGate()
  const tries = () => calls.filter((call) => call === 'POST /user/age-attestation').length
  await open('/')
  await eventually(async () => 'kla-player' in (await stored()))
  gateway.knows = false
  await open('/')
  await under18()
  await open('/')
  expect(await keys()).toEqual([KEY + MARK])
  gateway.knows = true
  await open('/')
  await eventually(() => tries() > 1)
  gateway.auth = 'there'
  await open('/')
  await eventually(() => declared.length > 0)
  expect(declared).toEqual([false])
})

test('locks no one who signs in later on a browser that no player has used', async () => {
  const { open, under18, over18, declared, keys, gateway } = await openGate()
  gateway.knows = false
  await open('/')
  await under18()
  Object.assign(gateway, { knows: true, auth: 'there' })
  await open('/')
  expect(await keys()).toEqual([])
  await over18()
  await eventually(() => declared.length > 0)
  expect(declared).toEqual([true])
})

test('is sent again with a press of 18+ on a page that the browser had kept', async () => {
  const { page, open, over18, declared, keys, gateway } = await openGate({ auth: 'away' })
  gateway.ageConfirmed = true
  await open('/')
  await page.waitForLoadState('networkidle')
  await page.evaluate(([key]) => localStorage.setItem(key!, '1'), [KEY + MARK])
  gateway.auth = 'there'
  await over18()
  await eventually(() => declared.length > 0)
  expect(declared).toEqual([false])
  await eventually(async () => (await keys()).length === 0)
})
