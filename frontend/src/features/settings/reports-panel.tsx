import { type OwnReport, useOwnReportsQuery } from '../../entities/reports/reports.js'
import { categoryWords } from '../../entities/reports/words.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Loaded } from './loaded.js'
import styles from './reports-panel.module.css'

export function ReportsPanel() {
  const query = useOwnReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title="Reports you made">
      <Loaded query={query} what="your reports" height="4rem" reassurance="We still have them.">
        {(reports) => (reports.length === 0 ? <NoReports /> : <ReportList reports={reports} />)}
      </Loaded>
    </Panel>
  )
}

const NoReports = () => (
  <EmptyState icon="flag" title="You haven’t reported anyone.">
    You can report an opponent in a room, or anyone you met in the last 24 hours here.
  </EmptyState>
)

const ReportList = ({ reports }: { reports: readonly OwnReport[] }) => (
  <>
    <p className={styles.note}>To protect everyone, we don’t say whom you reported or what we decided.</p>
    <ul aria-label="Reports you made">
      {reports.map((report) => (
        <ReportEntry key={report.id} report={report} />
      ))}
    </ul>
  </>
)

const ReportEntry = ({ report: { id, created_at, category, reason, reviewed } }: { report: OwnReport }) => (
  <li className={styles.entry}>
    <div className={styles.head}>
      <strong>{categoryWords(category)}</strong>
      <span className={styles.status} data-reviewed={reviewed || undefined}>
        {reviewed ? 'Reviewed' : 'Waiting for review'}
      </span>
    </div>
    <p className={styles.facts}>
      #{id} · <RelativeTime at={created_at} />
    </p>
    {reason !== '' && <p className={styles.reason}>{reason}</p>}
  </li>
)
