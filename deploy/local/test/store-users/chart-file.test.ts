import { expect, test } from '@jest/globals'
import { readFile } from 'node:fs/promises'
import { STORE_USERS_FILE, storeUsersFile } from '../../src/store-users/users.js'

// `npm run renders` writes it.
test('The chart gives the users of the stores what local mode gives them', async () => {
  expect(await readFile(STORE_USERS_FILE, 'utf8')).toBe(storeUsersFile())
})
