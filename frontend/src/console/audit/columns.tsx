import type { AuditEntryView } from '@kla/proto/web'
import type { Column } from '../kit/table/columns.js'
import { When } from '../kit/text/when.js'
import { subjectWords } from './words.js'
import styles from './audit.module.css'

export const COLUMNS: readonly Column<AuditEntryView>[] = [
  { title: 'Entry', cell: ({ seq }) => seq, opens: true, figures: true },
  { title: 'When', cell: ({ at }) => <When at={at} /> },
  { title: 'Actor', cell: ({ actor }) => <span className={styles.long}>{actor || '-'}</span> },
  { title: 'Action', cell: ({ action }) => action },
  { title: 'Subject', cell: (entry) => subjectWords(entry) },
  {
    title: 'Details',
    cell: ({ details }) => (details === null ? '-' : JSON.stringify(details)),
    text: true,
    spare: true,
  },
]
