import { expect, test } from '@jest/globals'
import { CONSOLE_TABS, permissionsOf, type AdministratorRole } from '@kla/proto/web'
import { announcesItself, firstTab, tabsFor } from '../../../src/console/app/tabs.js'

const tabsOf = (role: AdministratorRole, childSafety = false) => {
  const permissions = permissionsOf(role, childSafety)
  return tabsFor((permission) => permissions.includes(permission))
}
const slugs = (tabs: readonly { slug: string }[]) => tabs.map(({ slug }) => slug)

test('an owner has every tab of the specification in its order, and then ours', () => {
  expect(slugs(tabsOf('owner'))).toEqual([...slugs(CONSOLE_TABS), 'audit', 'administrators', 'approvals', 'account'])
})

test('nobody has a tab whose calls would all be refused', () => {
  expect(slugs(tabsOf('support'))).not.toContain('reports')
  expect(slugs(tabsOf('moderator'))).not.toContain('audit')
  expect(slugs(tabsFor((permission) => permission === 'cups.read'))).toEqual([
    'cupverification',
    'cuptiecreator',
    'cupstreamhub',
    'account',
  ])
  expect(slugs(tabsOf('support', true))).toContain('reports')
  expect(slugs(tabsOf('support', true))).toContain('approvals')
  expect(slugs(tabsOf('support'))).not.toContain('approvals')
})

test('one starts at the reports, or else at the tickets', () => {
  expect(firstTab(tabsOf('owner'))?.slug).toBe('reports')
  expect(firstTab(tabsOf('support'))?.slug).toBe('support')
})

test('a tab tells the server that it was opened, except for members and what is ours', () => {
  expect(announcesItself('cupstreamhub')).toBe(true)
  expect(announcesItself('membersandguilddata')).toBe(false)
  expect(announcesItself('audit')).toBe(false)
})
