import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import { STORE_USERS_FILE, storeUsersFile } from '../../src/store-users/users.js'

describe('the chart', () => {
  // `npm run renders` writes it.
  test('gives the users of the stores the same rights in the chart as in local mode', async () => {
    expect(await readFile(STORE_USERS_FILE, 'utf8')).toBe(storeUsersFile())
  })
})
