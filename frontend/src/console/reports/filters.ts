import { REPORT_CATEGORIES, REPORT_SORTS, REPORT_STATUSES, type ReportSort, SEARCH_MAX } from '@kla/proto/web'
import { isGrave, REPORT_CATEGORY_WORDS, STATUS_WORDS } from '../entities/words.js'
import type { FilterField } from '../kit/filter-bar.js'

export const NO_FILTERS = { q: '', status: '', category: '', reporter_id: '', reported_id: '', sort: 'newest' }

const SORT_WORDS: Readonly<Record<ReportSort, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  status: 'Status',
  category: 'Category',
}
const ALL = { value: '', label: 'All' }

/** Filter fields, without grave categories unless permitted. */
export const filterFields = (mayGrave: boolean): readonly FilterField<keyof typeof NO_FILTERS>[] => {
  const categories = REPORT_CATEGORIES.filter((category) => mayGrave || !isGrave(category))
  return [
    { name: 'q', label: 'Search (reason contains)', maxLength: SEARCH_MAX },
    {
      name: 'status',
      label: 'Status',
      options: [ALL, ...REPORT_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))],
    },
    {
      name: 'category',
      label: 'Category',
      options: [ALL, ...categories.map((value) => ({ value, label: REPORT_CATEGORY_WORDS[value] }))],
    },
    { name: 'reporter_id', label: 'Reporter ID', placeholder: 'e.g. 42', numeric: true },
    { name: 'reported_id', label: 'Reported ID', placeholder: 'e.g. 99', numeric: true },
    {
      name: 'sort',
      label: 'Sort',
      options: REPORT_SORTS.map((value) => ({ value, label: SORT_WORDS[value] })),
    },
  ]
}
