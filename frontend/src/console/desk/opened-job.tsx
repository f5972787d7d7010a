import type { JobDetailView } from '@kla/proto/web'
import { useEffect, useState } from 'react'
import { useMay } from '../entities/session-api.js'
import { isGrave } from '../entities/words.js'
import { type Draft, useDraft } from '../kit/drafts.js'
import { useKeysWait } from '../kit/shortcuts.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { OpenedParts } from '../kit/workbench.js'
import { useJobQuery } from './api.js'
import { ClaimNote } from './claim-panel.js'
import { useClaim } from './claim.js'
import { begunFor, type DecisionDraft, EMPTY_DECISION, isForEarlier } from './decision-draft.js'
import { DecisionForm } from './decision-form.js'
import styles from './desk.module.css'
import { JobSubject } from './job-subject.js'
import { HELP_MESSAGE, SelfHarm } from './self-harm.js'

const FAILED = 'Failed to load the job.'

interface OpenedJobProps {
  id: number
  /** The job as it came with its claim. */
  given: JobDetailView | null
  /** Number of its reports in the queue: another one means that the job has changed. */
  queued: number | undefined
  onDecided: (next: boolean) => void
}

/** Claims the job on opening and shows it with its decision. */
export function OpenedJob(props: OpenedJobProps) {
  const opened = useOpenedJob(props)
  return <OpenedParts subject={<Subject opened={opened} />} actions={<Actions opened={opened} />} />
}

function useOpenedJob({ id, given, queued, onDecided }: OpenedJobProps) {
  const decides = useMay()('reports.decide')
  const { claim, again, refused, decided } = useClaim(id, decides, given)
  const query = useJobQuery(id, {
    skip: claim.kind === 'claiming' || claim.kind === 'closed',
    refetchOnMountOrArgChange: claim.kind !== 'own',
  })
  const job = query.data?.id === id ? query.data : given?.id === id ? given : undefined
  const changed = queued !== undefined && job !== undefined && queued !== job.pending.length
  const { refetch } = query
  useEffect(() => {
    if (changed) void refetch()
    // Once for each number in the queue, which may lag behind.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [queued])
  const isTaken = claim.kind === 'others'
  useEffect(() => {
    // Says who has it by now.
    if (isTaken) void refetch()
  }, [isTaken, refetch])
  useErrorToast(query.error, FAILED)
  useKeysWait(!job && claim.kind !== 'failed' && claim.kind !== 'closed' && !query.error)

  const [covered, setCovered] = useState<ReadonlySet<number> | null>(null)
  if (covered === null && job) setCovered(idsOf(job))

  return { job, query, claim, again, refused, decided, covered, setCovered, onDecided }
}

const idsOf = ({ pending }: JobDetailView): ReadonlySet<number> => new Set(pending.map(({ id }) => id))

/** Drafts belong to the person and side, because an undone decision comes back as another job. */
const draftEntryOf = (job: JobDetailView | undefined): string =>
  job ? `${job.subject_id}${isGrave(job.category) ? ' grave' : ''}` : 'none'

type Opened = ReturnType<typeof useOpenedJob>

/** Reports that the page shows, and that a decision closes. */
const readIn = ({ job, covered }: Opened) => job?.pending.filter(({ id }) => covered?.has(id) ?? true) ?? []

function useDecisionDraft(opened: Opened): Draft<DecisionDraft> {
  const draft = useDraft('job', draftEntryOf(opened.job), 'decision', EMPTY_DECISION)
  const read = readIn(opened).map(({ id }) => id)
  return {
    ...draft,
    change: (next) => draft.change((before) => begunFor(typeof next === 'function' ? next(before) : next, read)),
  }
}

function Subject({ opened }: { opened: Opened }) {
  const { job, query, claim, covered, setCovered } = opened
  const draft = useDecisionDraft(opened)
  if (!job && (claim.kind === 'closed' || claim.kind === 'failed')) return null
  return (
    <ListBody query={{ ...query, data: job }} failed={FAILED} empty={null} awaited="Opening the job…">
      {job && (
        <>
          {job.category === 'self_harm' && (
            <SelfHarm
              enabled={claim.kind === 'own'}
              onSendHelp={() =>
                draft.change((before) => ({
                  ...before,
                  outcome: 'dismissed',
                  letter: before.letter || HELP_MESSAGE,
                }))
              }
            />
          )}
          <JobSubject job={job} seen={covered ?? idsOf(job)} onSeeAll={() => setCovered(idsOf(job))} />
        </>
      )}
    </ListBody>
  )
}

function Actions({ opened }: { opened: Opened }) {
  const { job, claim, again, refused, decided, onDecided } = opened
  const draft = useDecisionDraft(opened)
  const note = <ClaimNote claim={claim} job={job ?? { claimed_by: null, claimed_until: null }} />
  if (!job) return note
  const seen = readIn(opened)
  const isEarlier = isForEarlier(
    draft.value,
    seen.map(({ id }) => id),
  )
  return (
    <>
      {note}
      {isEarlier && (
        <p className={styles.uncovered} role="status">
          This draft was written before the newest reports arrived.
        </p>
      )}
      {claim.kind === 'reading' ? (
        <p className={styles.muted}>Your role can read jobs, but not decide them.</p>
      ) : (
        <DecisionForm
          job={job}
          draft={draft}
          versions={Object.fromEntries(seen.map(({ id, version }) => [id, version]))}
          claim={claim}
          onClaimAgain={again}
          onRefused={refused}
          onDecided={(_, next) => {
            decided()
            onDecided(next)
          }}
        />
      )}
    </>
  )
}
