import type { OpinionView, ReportView } from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { DecisionCard } from '../entities/decision-card.js'
import { outcomeWords, RULE_WORDS } from '../entities/decisions.js'
import { ReportContext } from '../entities/report-context.js'
import { CategoryPill, CategoryPills } from '../entities/report-pills.js'
import { BlindStills } from '../entities/stills.js'
import { isGrave } from '../entities/words.js'
import { When } from '../kit/moments.js'
import { NoteThread } from '../kit/notes.js'
import { useKeysWait } from '../kit/shortcuts.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { Facts, Pill, Section } from '../kit/text.js'
import { OpenedParts } from '../kit/workbench.js'
import { useOpinionQuery, useOpinionReportQuery } from './api.js'
import styles from './desk.module.css'
import { OpinionForm } from './opinion-form.js'

const FAILED = 'Failed to load the second opinion.'

/** Reports to judge again, without the first judgement; both judgements once it is given. */
export function OpenedOpinion({ id }: { id: number }) {
  const query = useOpinionQuery(id)
  const opinion = query.data?.id === id ? query.data : undefined
  useErrorToast(query.error, FAILED)
  useKeysWait(!opinion && query.isFetching)
  return (
    <OpenedParts
      subject={
        <ListBody query={{ ...query, data: opinion }} failed={FAILED} empty={null}>
          {opinion && (
            <>
              {opinion.given && <Comparison opinion={opinion} given={opinion.given} />}
              <OpinionSubject opinion={opinion} />
            </>
          )}
        </ListBody>
      }
      actions={opinion && !opinion.given && <OpinionForm id={id} />}
    />
  )
}

interface ComparisonProps {
  opinion: OpinionView
  given: NonNullable<OpinionView['given']>
}

const Comparison = ({ opinion: { decision }, given }: ComparisonProps) => (
  <Section title={given.agrees ? 'The two judgements agree' : 'The two judgements differ'}>
    <div className={styles.sides}>
      <Section title="First">
        {decision ? <DecisionCard decision={decision} /> : <p className={styles.muted}>It was erased.</p>}
      </Section>
      <Section title="Second">
        <p className={styles.head}>
          <strong>{given.outcome === 'dismissed' ? 'No breach' : outcomeWords(given)}</strong>
          <Pill tone={given.agrees ? 'green' : 'amber'}>{given.agrees ? 'Agrees' : 'Differs'}</Pill>
        </p>
        <p className={styles.muted}>
          {given.by}, <When at={given.at} />
          {given.rule !== null && `, rule: ${RULE_WORDS[given.rule]}`}
        </p>
        <p className={styles.text}>{given.reason}</p>
      </Section>
    </div>
  </Section>
)

function OpinionSubject({ opinion }: { opinion: OpinionView }) {
  return (
    <>
      {isGrave(opinion.category) && (
        <p className={styles.grave}>
          Only administrators with the child-safety permission know about this. Don&apos;t mention it elsewhere.
        </p>
      )}
      {!opinion.given && (
        <p className={styles.muted}>
          You don&apos;t see what was decided, or by whom. Judge as if you were the first. Nothing changes for the
          player.
        </p>
      )}
      <Facts
        facts={[
          // Without a link: the person's page shows what was decided.
          ['Person', opinion.account_name || `#${opinion.account_id}`],
          ['Category', <CategoryPill key="category" report={opinion} />],
          ...(opinion.given ? [] : ([['Lapses', <When key="lapses" at={opinion.lapses_at} />]] as const)),
        ]}
      />
      <div className={styles.sides}>
        <Section title={`Reports: ${opinion.reports.length}`}>
          {opinion.reports.length === 0 && <p className={styles.muted}>The reports were deleted since.</p>}
          <ol className={styles.reports}>
            {opinion.reports.map((report) => (
              <BlindReport key={report.id} opinion={opinion} report={report} />
            ))}
          </ol>
        </Section>
        <Section title="Decisions before this one">
          {opinion.earlier.length === 0 ? (
            <p className={styles.muted}>None.</p>
          ) : (
            opinion.earlier.map((decision) => <DecisionCard key={decision.id} decision={decision} />)
          )}
        </Section>
      </div>
    </>
  )
}

function BlindReport({ opinion, report }: { opinion: OpinionView; report: ReportView }) {
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.report}>
      <p className={styles.head}>
        #{report.id} <CategoryPills report={report} /> <When at={report.created_at} /> by{' '}
        {report.reporter_name || `#${report.reporter_id}`}
        {report.submissions > 1 && <span className={styles.muted}>sent {report.submissions} times</span>}
      </p>
      <p className={styles.text}>{report.reason || 'No words: one press after the panic exit.'}</p>
      {report.thread.length > 0 && <NoteThread notes={report.thread} />}
      {!opinion.given && (
        <Button
          variant="quiet"
          aria-expanded={open}
          aria-label={`${open ? 'Hide' : 'Show'} chat of report ${report.id}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide chat' : 'Show chat'}
        </Button>
      )}
      {open && !opinion.given && <Surroundings opinion={opinion.id} report={report} />}
    </li>
  )
}

/** Fetched on request, because reading it is recorded. */
function Surroundings({ opinion, report: { id: report, reported_id } }: { opinion: number; report: ReportView }) {
  const query = useOpinionReportQuery({ id: opinion, report })
  const detail = query.data?.id === report ? query.data : undefined
  return (
    <ListBody query={{ ...query, data: detail }} failed="Failed to load the report." empty={null}>
      {detail && (
        <div className={styles.surroundings}>
          {detail.context ? (
            <ReportContext context={detail.context} reportedId={reported_id} />
          ) : (
            <p className={styles.muted}>It wasn't sent from a room, or the room was over.</p>
          )}
          {detail.evidence_offered && <BlindStills report={report} />}
        </div>
      )}
    </ListBody>
  )
}
