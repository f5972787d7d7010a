import type { Administrator, Call } from '@kla/chassis'
import type { Held } from '../../domain/hold.js'
import type { HoldChange, HoldStore } from '../../store/hold-store.js'
import { audited } from '../dependencies.js'

/** What the RPCs about holds work with. */
export interface HoldParts {
  readonly holds: HoldStore
  /** Unix milliseconds. */
  readonly now: () => number
}

/** What an administrator sees, and how what changes is written down. */
export const holdChange = (
  action: 'holds.place' | 'holds.release',
  { kind, id }: Held,
  by: { readonly administrator: Administrator; readonly call: Call; readonly now: () => number },
): HoldChange => ({
  sight: by.administrator.permissions.includes('reports.grave'),
  entry: (grave) => ({
    ...audited(by.administrator, by.call, by.now),
    action,
    subjectKind: kind,
    subjectId: String(id),
    details: '{}',
    restricted: grave,
  }),
})
