import type { AuditEntryView } from '@kla/proto/web'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { useMay } from '../entities/session-api.js'
import type { Filters } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Facts } from '../kit/text.js'
import styles from './audit.module.css'
import { type AuditFilter, EVERYTHING, NO_FILTERS } from './filters.js'
import { Sentence } from './said.js'
import { actorWords, kindWords, type Names, sentenceOf } from './sentence.js'
import { thingLink } from './words.js'

export const EntrySubject = ({ entry, names }: { entry: AuditEntryView; names: Names }) => (
  <>
    <p className={styles.long}>
      <Sentence pieces={sentenceOf(entry)} names={names} />
    </p>
    <Facts facts={[['When', <When key="at" at={entry.at} />]]} />
    <details>
      <summary className={styles.summary}>Details</summary>
      <Facts facts={rawFactsOf(entry)} />
      {entry.details !== null && (
        <pre className={styles.details} aria-label="Details as JSON" role="region" tabIndex={0}>
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </details>
  </>
)

const rawFactsOf = ({ actor, action, subject_kind, subject_id, request_id }: AuditEntryView) =>
  [
    ['Administrator', actor || '-'],
    ['Action', action],
    ['About', [subject_kind ?? '-', ...(subject_id === null ? [] : [`#${subject_id}`])].join(' ')],
    ['Request', request_id || '-'],
  ] as const

interface EntryActionsProps {
  entry: AuditEntryView
  onFilter: (filters: Filters<AuditFilter>) => void
}

export function EntryActions({ entry, onFilter }: EntryActionsProps) {
  const may = useMay()
  const { actor, subject_kind, subject_id } = entry
  const link = subject_kind && subject_id ? thingLink({ kind: subject_kind, id: subject_id }, may) : null
  const kind = subject_kind === null ? '' : kindInText(subject_kind)
  const filter = (filters: Partial<Filters<AuditFilter>>) => onFilter({ ...NO_FILTERS, show: EVERYTHING, ...filters })
  return (
    <div className={styles.actions}>
      {link !== null && (
        <Link className={buttonClass({ wide: true })} to={link}>
          Open the {kind}
        </Link>
      )}
      {subject_kind !== null && (
        <Button wide onClick={() => filter({ subject_kind, subject_id: subject_id ?? '' })}>
          All about this {kind}
        </Button>
      )}
      {actor !== '' && (
        <Button wide onClick={() => filter({ actor })}>
          All by {actorWords(actor)}
        </Button>
      )}
    </div>
  )
}

const kindInText = (kind: string): string => (kind === 'gif' ? kindWords(kind) : kindWords(kind).toLowerCase())
