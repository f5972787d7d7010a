import { expect, test } from '@jest/globals'
import { Member, messageOf } from '@kla/proto'
import { publicAccounts } from '../../src/http/accounts.js'

function createAuth() {
  const asked: number[][] = []
  const lookUpAccounts = async ({ ids }: { ids: number[] }) => {
    asked.push(ids)
    return { accounts: ids.map((id) => messageOf(Member, { id, username: `p${id}`, email: `${id}@example.org` })) }
  }
  return { asked, auth: { lookUpAccounts } }
}

test('publicAccounts requests each account once, five hundred per call', async () => {
  const { asked, auth } = createAuth()
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
  const people = await publicAccounts(auth, [...ids, ...ids])
  expect(people.size).toBe(1_000)
  expect(asked.map(({ length }) => length)).toEqual([500, 500])
})

test('publicAccounts makes no call for an empty list', async () => {
  const { asked, auth } = createAuth()
  expect((await publicAccounts(auth, [])).size).toBe(0)
  expect(asked).toEqual([])
})

test('publicAccounts drops private fields', async () => {
  const people = await publicAccounts(createAuth().auth, [7])
  expect(people.get(7)).toEqual({ id: 7, username: 'p7', avatarKey: undefined })
})
