import type { PersonReports, ReportView } from '@kla/proto/web'
import { Link } from 'react-router'
import { BanPill } from '../entities/ban-pill.js'
import { banPath, SCOPE_WORDS } from '../entities/bans.js'
import { DECISION_STATE_TONES, DECISION_STATE_WORDS, measureWords } from '../entities/decisions.js'
import {
  useAddPersonNoteMutation,
  usePersonBansQuery,
  usePersonDecisionsQuery,
  usePersonNotesQuery,
  usePersonReportsQuery,
} from '../entities/people-api.js'
import { Person } from '../entities/person.js'
import { CloseReportsBy } from '../entities/report-batch.js'
import { CategoryPill, StatusPill } from '../entities/report-pills.js'
import { useMay } from '../entities/session-api.js'
import { When } from '../kit/moments.js'
import { NoteForm, NoteThread } from '../kit/notes.js'
import { Pill } from '../kit/text.js'
import { Entries, Entry, Part } from './part.js'
import styles from './person.module.css'
import { decisionTitle, upheldWords } from './words.js'

export function ReportsPart({ id }: { id: number }) {
  const query = usePersonReportsQuery(id)
  const { data } = query
  const isEmpty = data && data.totals.about.total + data.totals.by.total === 0
  return (
    <Part title="Reports" query={query} empty={isEmpty ? 'No reports about or by this person.' : null}>
      {data && (
        <div className={styles.cards}>
          <Side title="About" totals={data.totals.about}>
            {data.about.map((report) => (
              <ReportEntry key={report.id} report={report} stills={report.stills}>
                by <Person id={report.reporter_id} name={report.reporter_name} />
              </ReportEntry>
            ))}
          </Side>
          <Side
            title="By"
            totals={data.totals.by}
            foot={<ReportsByLinks id={id} name={data.by[0]?.reporter_name ?? ''} />}
          >
            {data.by.map((report) => (
              <ReportEntry key={report.id} report={report} stills={false}>
                about <Person id={report.reported_id} name={report.reported_name} />
              </ReportEntry>
            ))}
          </Side>
        </div>
      )}
    </Part>
  )
}

interface SideProps {
  title: string
  totals: PersonReports['totals']['about']
  foot?: React.ReactNode
  children: React.ReactNode[]
}

const Side = ({ title, totals, foot, children }: SideProps) => (
  <div className={styles.side}>
    <h3 className={styles.subtitle}>
      {title}: {upheldWords(totals)}
    </h3>
    {children.length > 0 && <Entries label={`Reports ${title.toLowerCase()}`}>{children}</Entries>}
    {children.length < totals.total && <p className={styles.empty}>The newest {children.length}.</p>}
    {totals.total > 0 && foot}
  </div>
)

const ReportsByLinks = ({ id, name }: { id: number; name: string }) => (
  <p className={styles.head}>
    <Link to={`/reports?reporter_id=${id}&status=pending`}>Pending reports by this person</Link>
    <CloseReportsBy reporter={{ id, name }} />
  </p>
)

interface ReportEntryProps {
  report: ReportView
  stills: boolean
  children: React.ReactNode
}

const ReportEntry = ({ report, stills, children }: ReportEntryProps) => (
  <Entry
    head={
      <>
        <Link to={`/reports?open=${report.id}`}>#{report.id}</Link> <CategoryPill report={report} />{' '}
        <StatusPill report={report} /> {stills && <Pill tone="blue">May have stills</Pill>}{' '}
        <When at={report.created_at} /> <span>{children}</span>
      </>
    }
    text={report.reason}
  />
)

export function BansPart({ id }: { id: number }) {
  const query = usePersonBansQuery(id)
  const bans = query.data?.results ?? []
  return (
    <Part title="Bans" query={query} empty={bans.length === 0 ? 'Never banned.' : null}>
      <Entries label="Bans">
        {bans.map((ban) => (
          <Entry
            key={ban.id}
            head={
              <>
                <Link to={banPath(ban)}>#{ban.id}</Link> {SCOPE_WORDS[ban.scope]} <BanPill ban={ban} />{' '}
                <When at={ban.banned_at} /> – {ban.expires_at === null ? 'permanent' : <When end at={ban.expires_at} />}{' '}
                by {ban.banned_by}
              </>
            }
            text={ban.reason}
          />
        ))}
      </Entries>
    </Part>
  )
}

export function DecisionsPart({ id }: { id: number }) {
  const query = usePersonDecisionsQuery(id)
  const decisions = query.data?.results ?? []
  return (
    <Part
      title="Decisions"
      query={query}
      failed="Decisions aren't available right now."
      empty={decisions.length === 0 ? 'No decisions yet.' : null}
    >
      <Entries label="Decisions">
        {decisions.map((decision) => (
          <Entry
            key={decision.id}
            head={
              <>
                <strong>{decisionTitle(decision)}</strong>{' '}
                {decision.measures.map((measure) => (
                  <Pill key={measure.kind}>{measureWords(measure)}</Pill>
                ))}{' '}
                <Pill tone={DECISION_STATE_TONES[decision.state]}>{DECISION_STATE_WORDS[decision.state]}</Pill>{' '}
                <When at={decision.decided_at} /> by {decision.decided_by}
              </>
            }
            text={decision.facts}
          />
        ))}
      </Entries>
    </Part>
  )
}

export function NotesPart({ id }: { id: number }) {
  const may = useMay()
  const query = usePersonNotesQuery(id)
  const [addNote] = useAddPersonNoteMutation()
  return (
    <Part
      title="Notes"
      query={query}
      empty={null}
      foot={
        may('reports.decide') && (
          <NoteForm key={id} kind="account" entry={id} onSave={(note) => addNote({ person: id, ...note })} />
        )
      }
    >
      <NoteThread notes={query.data?.thread ?? []} />
    </Part>
  )
}
