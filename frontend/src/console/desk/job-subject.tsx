import type { DecisionView, JobDetailView, ReportView } from '@kla/proto/web'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { BanPill } from '../entities/ban-pill.js'
import { banPath, SCOPE_WORDS } from '../entities/bans.js'
import { DecisionCard } from '../entities/decision-card.js'
import { Person } from '../entities/person.js'
import { ReportContext } from '../entities/report-context.js'
import { CategoryPill, CategoryPills } from '../entities/report-pills.js'
import { useReportQuery } from '../entities/reports-api.js'
import { Stills } from '../entities/stills.js'
import { isGrave } from '../entities/words.js'
import { When } from '../kit/moments.js'
import { counted } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import { Facts, Section } from '../kit/text.js'
import styles from './desk.module.css'
import { dueOf } from './queue.js'
import { signalWords } from './signal-words.js'

interface JobSubjectProps {
  job: JobDetailView
  /** Ids of the reports that the decision covers. */
  seen: ReadonlySet<number>
  onSeeAll: () => void
}

export function JobSubject({ job, seen, onSeeAll }: JobSubjectProps) {
  const added = job.pending.filter(({ id }) => !seen.has(id))
  return (
    <>
      {isGrave(job.category) && (
        <p className={styles.grave}>
          Only administrators with the child-safety permission know about this job. Don&apos;t mention it in notes of
          bans and tickets.
        </p>
      )}
      <JobFacts job={job} />
      {added.length > 0 && (
        <p className={styles.added} role="status">
          {counted(added.length, 'new report')} since you opened this. Read {added.length === 1 ? 'it' : 'them'} below,
          or leave {added.length === 1 ? 'it' : 'them'} for the next job.{' '}
          <Button onClick={onSeeAll}>Decide on all</Button>
        </p>
      )}
      <div className={styles.sides}>
        <Section title={`Reports: ${job.pending.length}`}>
          <ol className={styles.reports}>
            {job.pending.map((report) => (
              <ReportEntry key={report.id} report={report} isNew={!seen.has(report.id)} />
            ))}
          </ol>
        </Section>
        <div className={styles.beside}>
          <BansInForce job={job} />
          <Decided decisions={job.decided} />
        </div>
      </div>
    </>
  )
}

function JobFacts({ job }: { job: JobDetailView }) {
  const due = dueOf(job, useRoughNow())
  return (
    <Facts
      facts={[
        ['Person', <Person key="person" id={job.subject_id} name={job.subject_name} />],
        ['Category', <CategoryPill key="category" report={job} />],
        ['First report', <When key="opened" at={job.opened_at} />],
        [
          'Due',
          <span key="due" className={styles.due} data-urgency={due.urgency}>
            {due.words}
          </span>,
        ],
        ['Reporters', job.reporters],
        ...(job.signals ?? []).map((signal): [string, string] => ['Comes first', signalWords(signal)]),
      ]}
    />
  )
}

function ReportEntry({ report, isNew }: { report: ReportView; isNew: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.report} data-new={isNew || undefined}>
      <p className={styles.head}>
        <Link to={`/reports?open=${report.id}`}>#{report.id}</Link> <CategoryPills report={report} />{' '}
        <When at={report.created_at} /> by <Person id={report.reporter_id} name={report.reporter_name} />
        {report.submissions > 1 && <span className={styles.muted}>sent {report.submissions} times</span>}
        {isNew && <strong>New</strong>}
      </p>
      <p className={styles.text}>{report.reason || 'No words: one press after the panic exit.'}</p>
      <Button
        variant="quiet"
        aria-expanded={open}
        aria-label={`${open ? 'Hide' : 'Show'} chat and media of report ${report.id}`}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide chat and media' : 'Show chat and media'}
      </Button>
      {open && <Surroundings id={report.id} reportedId={report.reported_id} />}
    </li>
  )
}

/** Fetched on request, because reading it is recorded. */
function Surroundings({ id, reportedId }: { id: number; reportedId: number }) {
  const query = useReportQuery(id)
  const report = query.data?.id === id ? query.data : undefined
  return (
    <ListBody query={{ ...query, data: report }} failed="Failed to load the report." empty={null}>
      {report && (
        <div className={styles.surroundings}>
          {report.context ? (
            <ReportContext context={report.context} reportedId={reportedId} />
          ) : (
            <p className={styles.muted}>It wasn't sent from a room, or the room was over.</p>
          )}
          {report.evidence_offered && <Stills report={id} />}
        </div>
      )}
    </ListBody>
  )
}

const BansInForce = ({ job: { bans_in_force } }: { job: JobDetailView }) => (
  <Section title="Bans in force">
    {bans_in_force.length === 0 ? (
      <p className={styles.muted}>None.</p>
    ) : (
      <ul className={styles.bans}>
        {bans_in_force.map((ban) => (
          <li key={ban.id}>
            <p className={styles.head}>
              <Link to={banPath(ban)}>#{ban.id}</Link> {SCOPE_WORDS[ban.scope]} <BanPill ban={ban} />{' '}
              {ban.expires_at === null ? 'permanent' : <When end at={ban.expires_at} />} by {ban.banned_by}
            </p>
            {ban.reason && <p className={styles.text}>{ban.reason}</p>}
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const Decided = ({ decisions }: { decisions: readonly DecisionView[] }) => (
  <Section title="Earlier decisions">
    {decisions.length === 0 ? (
      <p className={styles.muted}>None.</p>
    ) : (
      decisions.map((decision) => <DecisionCard key={decision.id} decision={decision} />)
    )}
  </Section>
)
