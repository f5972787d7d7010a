import type { ReportDetailView } from '@kla/proto/web'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../shared/ui/button.js'
import { SubjectHistory } from '../entities/account-history.js'
import { Person } from '../entities/person.js'
import { CloseReportsBy } from '../entities/report-batch.js'
import { ReportContext } from '../entities/report-context.js'
import { CategoryPill } from '../entities/report-pills.js'
import { Stills } from '../entities/stills.js'
import { isGrave } from '../entities/words.js'
import { When } from '../kit/moments.js'
import { Facts, Section } from '../kit/text.js'
import styles from './reports.module.css'

interface ReportSubjectProps {
  report: ReportDetailView
  reportLink: (id: number) => string
}

export function ReportSubject({ report, reportLink }: ReportSubjectProps) {
  return (
    <>
      {isGrave(report.category) && (
        <p className={styles.grave}>
          Only administrators with the child-safety permission know about this report. Don&apos;t mention it in notes of
          bans and tickets.
        </p>
      )}
      <Section title="Reporter Reason">
        <p className={styles.reason}>{report.reason || 'None: one press after the panic exit.'}</p>
      </Section>
      <Facts facts={eventsOf(report)} />
      {report.said.length > 1 && <EachTime said={report.said} />}
      <Section title="At that moment">
        {report.context ? (
          <ReportContext context={report.context} reportedId={report.reported_id} />
        ) : (
          <p className={styles.muted}>It wasn't sent from a room, or the room was over.</p>
        )}
      </Section>
      {report.evidence_offered && <Stills report={report.id} />}
      <History report={report} reportLink={reportLink} />
    </>
  )
}

/** A report merged from several keeps what was said each time. */
const EachTime = ({ said }: Pick<ReportDetailView, 'said'>) => (
  <Section title="Each time">
    <ol className={styles.said}>
      {said.map(({ submitted_at, category, reason }, index) => (
        <li key={index}>
          <When at={submitted_at} clock /> <CategoryPill report={{ category }} /> {reason}
        </li>
      ))}
    </ol>
  </Section>
)

function History({ report, reportLink }: ReportSubjectProps) {
  const [ofReporter, setOfReporter] = useState(false)
  return (
    <Section title="History">
      <div className={styles.sides} role="group" aria-label="Whose history">
        <Button aria-pressed={!ofReporter} onClick={() => setOfReporter(false)}>
          Of the reported
        </Button>
        <Button aria-pressed={ofReporter} onClick={() => setOfReporter(true)}>
          Of the reporter
        </Button>
      </div>
      {ofReporter && (
        <p className={styles.sides}>
          <Link to={`/reports?reporter_id=${report.reporter_id}&status=pending`}>All reports by this reporter</Link>
          <CloseReportsBy reporter={{ id: report.reporter_id, name: report.reporter_name }} />
        </p>
      )}
      <SubjectHistory
        id={ofReporter ? report.reporter_id : report.reported_id}
        besideReport={report.id}
        reportLink={reportLink}
      />
    </Section>
  )
}

const eventsOf = (report: ReportDetailView) =>
  [
    ['Created', <When key="created" at={report.created_at} />],
    ['Submissions', report.submissions],
    ['Reporter ID', <Person key="reporter" id={report.reporter_id} name={report.reporter_name} />],
    ['Reported ID', <Person key="reported" id={report.reported_id} name={report.reported_name} />],
    ['Reviewed at', <When key="reviewed" at={report.reviewed_at} />],
    ['Reviewed by', report.reviewed_by ?? '-'],
  ] as const
