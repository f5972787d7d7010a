import type { FilterField } from '../kit/filters/filter-bar.js'
import type { AuditFilter } from './audit-query.js'

/** What entries are about. */
const SUBJECT_KINDS = ['account', 'report', 'ban', 'ticket', 'gif', 'administrator', 'cup', 'season'] as const

export const FIELDS = [
  { name: 'actor', label: 'Actor', maxLength: 100 },
  { name: 'action', label: 'Action', placeholder: 'e.g. bans.create', maxLength: 60 },
  {
    name: 'subject_kind',
    label: 'Subject kind',
    options: [{ value: '', label: 'All' }, ...SUBJECT_KINDS.map((value) => ({ value, label: value }))],
  },
  { name: 'subject_id', label: 'Subject ID', maxLength: 100 },
  { name: 'from', label: 'From', moment: true },
  { name: 'to', label: 'To', moment: true },
] as const satisfies readonly FilterField<AuditFilter>[]
