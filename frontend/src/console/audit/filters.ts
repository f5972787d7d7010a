import type { FilterField } from '../kit/filter-bar.js'
import { type Filters, toQuery } from '../kit/list-state.js'
import { fromLocalField } from '../kit/times.js'

/** Separates the cursors of the trail, the shown page's last. */
const STEP = '.'

const stepsOf = (trail: string): string[] => trail.split(STEP).filter((step) => /^[1-9][0-9]{0,14}$/.test(step))

export const beforeOf = (trail: string): string => stepsOf(trail).at(-1) ?? ''

export const older = (trail: string, next: number): string => [...stepsOf(trail), String(next)].join(STEP)

export const newer = (trail: string): string => stepsOf(trail).slice(0, -1).join(STEP)

export const pageOf = (trail: string): number => stepsOf(trail).length + 1

export type AuditFilter = 'actor' | 'action' | 'subject_kind' | 'subject_id' | 'from' | 'to' | 'trail'

export const NO_FILTERS: Filters<AuditFilter> = {
  actor: '',
  action: '',
  subject_kind: '',
  subject_id: '',
  from: '',
  to: '',
  trail: '',
}

/** Returns query parameters without empty values and invalid times. */
export const auditQuery = ({ trail, from, to, ...texts }: Filters<AuditFilter>): Record<string, string> =>
  toQuery({ ...texts, from: fromLocalField(from) ?? '', to: fromLocalField(to) ?? '', before: beforeOf(trail) })

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
