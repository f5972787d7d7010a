import type { AuditEntryView } from '@kla/proto/web'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { useMay } from '../entities/session-api.js'
import type { Filters } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Facts, Section } from '../kit/text.js'
import styles from './audit.module.css'
import { type AuditFilter, NO_FILTERS } from './filters.js'
import { subjectLink, subjectWords } from './words.js'

export const EntrySubject = ({ entry }: { entry: AuditEntryView }) => (
  <>
    <Facts facts={eventsOf(entry)} />
    <Section title="Details">
      {entry.details === null ? (
        <p>-</p>
      ) : (
        <pre className={styles.details} aria-label="Details as JSON" role="region" tabIndex={0}>
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </Section>
  </>
)

const eventsOf = (entry: AuditEntryView) =>
  [
    ['When', <When key="at" at={entry.at} />],
    ['Actor', entry.actor || '-'],
    ['Action', entry.action],
    ['Subject', subjectWords(entry)],
    ['Request', entry.request_id || '-'],
  ] as const

interface EntryActionsProps {
  entry: AuditEntryView
  onFilter: (filters: Filters<AuditFilter>) => void
}

export function EntryActions({ entry, onFilter }: EntryActionsProps) {
  const may = useMay()
  const link = subjectLink(entry, may)
  const { actor, subject_kind, subject_id } = entry
  return (
    <div className={styles.actions}>
      {link !== null && (
        <Link className={buttonClass({ wide: true })} to={link}>
          Open the {subject_kind}
        </Link>
      )}
      {subject_kind !== null && (
        <Button wide onClick={() => onFilter({ ...NO_FILTERS, subject_kind, subject_id: subject_id ?? '' })}>
          All about this {subject_kind}
        </Button>
      )}
      {actor !== '' && (
        <Button wide onClick={() => onFilter({ ...NO_FILTERS, actor })}>
          All by {actor}
        </Button>
      )}
    </div>
  )
}
