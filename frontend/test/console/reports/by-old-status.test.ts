import { expect, test } from '@jest/globals'
import { byOldStatus } from '../../../src/console/reports/by-old-status.js'
import { filterFields } from '../../../src/console/reports/filter-fields.js'

test('groups by the status that has to come back, and leaves out what did not change', () => {
  const reports = [
    { id: 1, status: 'pending' },
    { id: 2, status: 'dismissed' },
    { id: 3, status: 'reviewed' },
    { id: 4, status: 'pending' },
  ] as const
  expect(byOldStatus(reports, 'dismissed')).toEqual([
    { status: 'pending', ids: [1, 4] },
    { status: 'reviewed', ids: [3] },
  ])
  expect(byOldStatus([reports[1]], 'dismissed')).toEqual([])
})

const categoriesOffered = (mayGrave: boolean) =>
  filterFields(mayGrave)
    .find(({ name }) => name === 'category')
    ?.options?.map(({ value }) => value)

test('who may not know of child safety is not offered its categories', () => {
  expect(categoriesOffered(false)).not.toContain('possible_minor')
  expect(categoriesOffered(false)).not.toContain('illegal_content')
  expect(categoriesOffered(true)).toContain('possible_minor')
})
