import { describe, expect, test } from '@jest/globals'
import { type AdministratorRole, CONSOLE_TABS, permissionsOf } from '@kla/proto/web'
import { announcesItself, firstTab, groupsOf, tabsFor } from '../../../src/console/app/tabs.js'

const tabsOf = (role: AdministratorRole, childSafety = false) => {
  const permissions = permissionsOf(role, childSafety)
  return tabsFor((permission) => permissions.includes(permission))
}
const slugs = (tabs: readonly { slug: string }[]) => tabs.map(({ slug }) => slug)

describe('tabs', () => {
  test('lists the desk, the tabs of the specification in order, then our own, for an owner', () => {
    const own = ['training', 'appeals', 'audit', 'administrators', 'approvals', 'account']
    expect(slugs(tabsOf('owner'))).toEqual(['desk', ...slugs(CONSOLE_TABS), ...own])
  })

  test('hides tabs whose calls would be refused', () => {
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
    expect(slugs(tabsOf('viewer'))).toContain('desk')
    expect(slugs(tabsOf('viewer'))).not.toContain('appeals')
    expect(slugs(tabsOf('support'))).not.toContain('desk')
  })

  test('are each in one group of the navigation', () => {
    const owner = tabsOf('owner', true)
    expect(slugs(groupsOf(owner).flatMap(({ tabs }) => tabs)).sort()).toEqual(slugs(owner).sort())
    expect(groupsOf(owner).map(({ title }) => title)).toEqual(['Work', 'People', 'Content', 'Competition', 'Settings'])
  })

  test('leave no empty group', () => {
    const judge = tabsFor((permission) => permission === 'cups.read')
    expect(groupsOf(judge).map(({ title, tabs }) => [title, slugs(tabs)])).toEqual([
      ['Competition', ['cupverification', 'cuptiecreator', 'cupstreamhub']],
      ['Settings', ['account']],
    ])
  })

  test('starts at the desk, or else at the tickets', () => {
    expect(firstTab(tabsOf('owner'))?.slug).toBe('desk')
    expect(firstTab(tabsOf('support'))?.slug).toBe('support')
  })

  test('announces a tab of the specification, except for members and our own tabs', () => {
    expect(announcesItself('cupstreamhub')).toBe(true)
    expect(announcesItself('membersandguilddata')).toBe(false)
    expect(announcesItself('audit')).toBe(false)
    expect(announcesItself('desk')).toBe(false)
  })
})
