import { useState } from 'react'
import type { ReportDetailView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import { Person } from '../subjects/person.js'
import { SubjectHistory } from '../subjects/subject-history.js'
import { isGrave } from '../words.js'
import { ReportContext } from './report-context.js'
import styles from './reports.module.css'

interface ReportSubjectProps {
  report: ReportDetailView
  reportLink: (id: number) => string
}

/** What a report says, what the server saw at that moment, and who it is about. */
export function ReportSubject({ report, reportLink }: ReportSubjectProps) {
  return (
    <>
      {isGrave(report.category) && (
        <p className={styles.grave}>
          Only administrators with the child-safety permission know that this report exists. Keep it so in notes of bans
          and tickets.
        </p>
      )}
      <Section title="Reporter Reason">
        <p className={styles.reason}>{report.reason}</p>
      </Section>
      <Facts facts={factsOf(report)} />
      <Section title="At that moment">
        {report.context ? (
          <ReportContext context={report.context} reportedId={report.reported_id} />
        ) : (
          <p className={styles.muted}>It was not sent from a room, or the room was over.</p>
        )}
      </Section>
      <History report={report} reportLink={reportLink} />
    </>
  )
}

const factsOf = (report: ReportDetailView) =>
  [
    ['Created', <When key="created" at={report.created_at} />],
    ['Submissions', report.submissions],
    ['Reporter ID', <Person key="reporter" id={report.reporter_id} name={report.reporter_name} />],
    ['Reported ID', <Person key="reported" id={report.reported_id} name={report.reported_name} />],
    ['Reviewed at', <When key="reviewed" at={report.reviewed_at} />],
    ['Reviewed by', report.reviewed_by ?? '-'],
  ] as const

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
      <SubjectHistory
        id={ofReporter ? report.reporter_id : report.reported_id}
        besideReport={report.id}
        reportLink={reportLink}
      />
    </Section>
  )
}
