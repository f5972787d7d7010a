import { toQuery, type Filters } from '../kit/filters/filters.js'
import { fromLocalField } from '../kit/moments/local-moment.js'
import { beforeOf } from './trail.js'

export type AuditFilter = 'actor' | 'action' | 'subject_kind' | 'subject_id' | 'from' | 'to' | 'trail'

export const NO_FILTERS: Filters<AuditFilter> = {
  actor: '',
  action: '',
  subject_kind: '',
  subject_id: '',
  from: '',
  to: '',
  /** See trail.ts. */
  trail: '',
}

/** Filters as the server takes them: what is empty, and a time that is none, are left out. */
export const auditQuery = ({ trail, from, to, ...texts }: Filters<AuditFilter>): Record<string, string> =>
  toQuery({ ...texts, from: fromLocalField(from) ?? '', to: fromLocalField(to) ?? '', before: beforeOf(trail) })
