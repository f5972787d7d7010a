import type { ReportContextView, ReportDetailView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { SubjectHistory } from '../entities/account-history.js'
import { Blurred } from '../entities/blurred-media.js'
import { Person } from '../entities/person.js'
import { isGrave } from '../entities/words.js'
import { When } from '../kit/moments.js'
import { Facts, Section } from '../kit/text.js'
import styles from './reports.module.css'
import { Stills } from './stills.js'

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
      <Section title="At that moment">
        {report.context ? (
          <ReportContext context={report.context} reportedId={report.reported_id} />
        ) : (
          <p className={styles.muted}>It was not sent from a room, or the room was over.</p>
        )}
      </Section>
      {report.evidence_offered && <Stills report={report.id} />}
      <History report={report} reportLink={reportLink} />
    </>
  )
}

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

interface ReportContextProps {
  context: ReportContextView
  reportedId: number
}

const ReportContext = ({ context, reportedId }: ReportContextProps) => (
  <>
    <Facts facts={battleEventsOf(context)} />
    {context.lines.length > 0 && (
      <ol className={styles.lines} aria-label="The last chat messages" tabIndex={0}>
        {context.lines.map((line, index) => (
          <li key={index} data-reported={line.id === reportedId || undefined}>
            <When at={line.said_at} clock /> <b>{line.username}</b> {line.message}
          </li>
        ))}
      </ol>
    )}
    {context.received_gif && <Blurred address={context.received_gif} label="the received GIF" />}
  </>
)

const battleEventsOf = (context: ReportContextView) =>
  [
    ['Room', `${context.room_name} (${context.room_id})`],
    ['Battle', context.battle_id ?? '-'],
    ['Mode', `${context.mode}, ${context.category}`],
    ['Phase', context.round > 0 ? `${context.phase}, round ${context.round}` : context.phase],
    ['Taken', <When key="taken" at={context.taken_at} />],
    [
      'People',
      context.people.map(({ id, username }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Person id={id} name={username} />
        </span>
      )),
    ],
    [
      'Both shown',
      context.reveals.length === 0 ? 'Never, or the room was not veiled' : <Reveals key="reveals" context={context} />,
    ],
  ] as const

const Reveals = ({ context: { reveals, people } }: Pick<ReportContextProps, 'context'>) =>
  reveals.map(({ opened_at, closed_at, closed_by, closed_why }) => (
    <div key={opened_at}>
      <When at={opened_at} clock /> to {closed_at === null ? 'this report' : <When at={closed_at} clock />}
      {closed_at !== null &&
        `, ${closed_by === null ? '' : `${nameIn(people, closed_by)} `}${CLOSED_WORDS[closed_why] ?? closed_why}`}
    </div>
  ))

const nameIn = (people: ReportContextView['people'], account: number): string =>
  people.find(({ id }) => id === account)?.username ?? `account ${account}`

const CLOSED_WORDS: Readonly<Record<string, string>> = {
  withdrawn: 'hid',
  left: 'left',
  lost: 'lost the connection',
  seat: 'came back on another page',
  watcher: 'a watcher came',
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
