import type { ReportView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Person } from '../entities/person.js'
import { CategoryPills, StatusPill } from '../entities/report-pills.js'
import type { Column } from '../kit/data-table.js'
import { When } from '../kit/moments.js'
import styles from './reports.module.css'

interface RowActions {
  view: (id: number) => void
  remove: ((report: ReportView) => void) | null
}

export const reportColumns = ({ view, remove }: RowActions): readonly Column<ReportView>[] => [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} />, spare: true },
  { title: 'Reporter', cell: (report) => <Person id={report.reporter_id} name={report.reporter_name} />, spare: true },
  { title: 'Reported', cell: (report) => <Person id={report.reported_id} name={report.reported_name} /> },
  { title: 'Category', cell: (report) => <CategoryPills report={report} /> },
  { title: 'Status', cell: (report) => <StatusPill report={report} /> },
  { title: 'Reason', cell: ({ reason }) => reason, text: true },
  {
    title: 'Actions',
    spare: true,
    cell: (report) => (
      <div className={styles.rowActions}>
        <Button aria-label={`View report ${report.id}`} onClick={() => view(report.id)}>
          View
        </Button>
        {remove && (
          <Button variant="quiet" aria-label={`Delete report ${report.id}`} onClick={() => remove(report)}>
            Delete
          </Button>
        )}
      </div>
    ),
  },
]
