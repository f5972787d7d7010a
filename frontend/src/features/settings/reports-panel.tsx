import { type OwnReport, useOwnReportsQuery } from '../../entities/reports/reports.js'
import { categoryWords } from '../../entities/reports/words.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { OWN_REPORTS, REPORT_OUTCOME } from '../../texts/settings.js'
import entries from './entries.module.css'
import { Loaded } from './loaded.js'

export function ReportsPanel() {
  const query = useOwnReportsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Panel title={OWN_REPORTS.title}>
      <Loaded query={query} texts={OWN_REPORTS} height="4rem">
        {(reports) => (reports.length === 0 ? <NoReports /> : <ReportList reports={reports} />)}
      </Loaded>
    </Panel>
  )
}

const NoReports = () => (
  <EmptyState icon="flag" title={OWN_REPORTS.none}>
    {OWN_REPORTS.noneWhy}
  </EmptyState>
)

const ReportList = ({ reports }: { reports: readonly OwnReport[] }) => (
  <>
    <p className={entries.note}>{OWN_REPORTS.note}</p>
    <ul aria-label={OWN_REPORTS.title}>
      {reports.map((report) => (
        <ReportEntry key={report.id} report={report} />
      ))}
    </ul>
  </>
)

const ReportEntry = ({ report: { id, created_at, category, reason, reviewed, outcome } }: { report: OwnReport }) => (
  <li className={entries.close}>
    <div className={entries.head}>
      <strong>{categoryWords(category)}</strong>
      <span className={entries.status} data-over={reviewed || undefined}>
        {REPORT_OUTCOME[outcome]}
      </span>
    </div>
    <p className={entries.facts}>{OWN_REPORTS.facts({ id, when: () => <RelativeTime at={created_at} /> })}</p>
    {reason !== '' && <p className={entries.words}>{reason}</p>}
  </li>
)
