import type { AuditFilters } from '@kla/proto/web'
import { AUDIT_GROUPS, AUDIT_WORDS } from '../entities/audit-words.js'
import type { FilterField } from '../kit/filter-bar.js'
import { type Filters, toQuery } from '../kit/list-state.js'
import { fromLocalField } from '../kit/times.js'
import { actorWords, kindWords } from './sentence.js'

/** Separates the cursors of the trail, the shown page's last. */
const STEP = '.'

const stepsOf = (trail: string): string[] => trail.split(STEP).filter((step) => /^[1-9][0-9]{0,14}$/.test(step))

export const beforeOf = (trail: string): string => stepsOf(trail).at(-1) ?? ''

export const older = (trail: string, next: number): string => [...stepsOf(trail), String(next)].join(STEP)

export const newer = (trail: string): string => stepsOf(trail).slice(0, -1).join(STEP)

export const pageOf = (trail: string): number => stepsOf(trail).length + 1

export type AuditFilter = 'actor' | 'action' | 'subject_kind' | 'subject_id' | 'from' | 'to' | 'trail' | 'show'

export const NO_FILTERS: Filters<AuditFilter> = {
  actor: '',
  action: '',
  subject_kind: '',
  subject_id: '',
  from: '',
  to: '',
  trail: '',
  show: '',
}

/** Value of `show` with reads; empty shows changes alone. */
export const EVERYTHING = 'everything'

/** A chosen action is shown even if it is a read, as in older links. */
export const isChangesOnly = ({ show, action }: Pick<Filters<AuditFilter>, 'show' | 'action'>): boolean =>
  show !== EVERYTHING && action === ''

/** Returns query parameters without empty values and invalid times. */
export const auditQuery = ({ trail, from, to, show, ...texts }: Filters<AuditFilter>): Record<string, string> =>
  toQuery({
    ...texts,
    from: fromLocalField(from) ?? '',
    to: fromLocalField(to) ?? '',
    before: beforeOf(trail),
    changes: isChangesOnly({ show, action: texts.action }) ? '1' : '',
  })

const ALL = { value: '', label: 'All' }

/** Fields to choose from what the log has; what the address names is added, so that older links keep working. */
export function fieldsFor(
  known: AuditFilters | undefined,
  { actor, action, subject_kind }: Filters<AuditFilter>,
): readonly FilterField<AuditFilter>[] {
  const { actors = [], actions = [], subject_kinds = [] } = known ?? {}
  return [
    {
      name: 'show',
      label: 'Show',
      options: [
        { value: '', label: 'Changes' },
        { value: EVERYTHING, label: 'Everything' },
      ],
    },
    { name: 'actor', label: 'Administrator', options: [ALL, ...chosenAmong(actors, actor).map(actorOption)] },
    { name: 'action', label: 'Action', options: [ALL, ...actionOptions(chosenAmong(actions, action))] },
    {
      name: 'subject_kind',
      label: 'About',
      options: [ALL, ...chosenAmong(subject_kinds, subject_kind).map(kindOption)],
    },
    { name: 'subject_id', label: 'Number', maxLength: 100 },
    { name: 'from', label: 'From', moment: true },
    { name: 'to', label: 'To', moment: true },
  ]
}

const chosenAmong = (known: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || known.includes(chosen) ? known : [...known, chosen]

const actorOption = (value: string) => ({ value, label: actorWords(value) })
const kindOption = (value: string) => ({ value, label: kindWords(value) })

/** Unknown actions come last, with their name. */
function actionOptions(actions: readonly string[]): { value: string; label: string; group: string }[] {
  const options = actions.map((value) => {
    const words = AUDIT_WORDS.get(value)
    return { value, label: words ? upper(words.alone) : value, group: words?.group ?? OTHER }
  })
  return [...AUDIT_GROUPS, OTHER].flatMap((group) => options.filter((option) => option.group === group))
}

const OTHER = 'Other'

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
