import { Link } from 'react-router'
import type { AuditEntryView } from '@kla/proto/web'
import { Button, buttonClass } from '../../shared/ui/button.js'
import type { Filters } from '../kit/filters/filters.js'
import { useMay } from '../session/use-may.js'
import { NO_FILTERS, type AuditFilter } from './audit-query.js'
import { subjectLink } from './subject-link.js'
import styles from './audit.module.css'

interface EntryActionsProps {
  entry: AuditEntryView
  onFilter: (filters: Filters<AuditFilter>) => void
}

/** The ways on from an entry. Nothing can be done to it. */
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
