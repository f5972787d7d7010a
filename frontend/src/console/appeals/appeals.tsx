import { APPEAL_TEXT_MAX, type AppealDecision, type AppealView } from '@kla/proto/web'
import { type FormEvent, useMemo, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { TextArea } from '../../shared/ui/fields.js'
import { toastError, toastSuccess, toastUndo } from '../../shared/ui/toast.js'
import { DecisionCard } from '../entities/decision-card.js'
import { outcomeWords, useAppealsQuery, useDecideAppealMutation } from '../entities/decisions.js'
import { useDesk } from '../entities/desk.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { Person } from '../entities/person.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import type { Column } from '../kit/data-table.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { DraftNote, useDraft } from '../kit/drafts.js'
import { focusFirstInvalid, isBlank } from '../kit/forms.js'
import { ListScreen } from '../kit/list-screen.js'
import { afterOf, useListState } from '../kit/list-state.js'
import { When } from '../kit/moments.js'
import { Pill, type PillTone, Section } from '../kit/text.js'
import styles from './appeals.module.css'
import { outcomeWordsOf } from './words.js'

const WORDS = {
  title: 'Appeals',
  entries: 'Appeals',
  failed: 'Failed to load the appeals.',
  empty: 'No appeals.',
  elsewhere: 'This appeal is not in the list. Show all appeals to find it.',
}
const DEFAULTS = { show: '' }
const OPEN_FILTER = [
  {
    name: 'show',
    label: 'Show',
    options: [
      { value: '', label: 'Open' },
      { value: 'all', label: 'All' },
    ],
  },
] as const
const OPEN = { open: '1' } as const
const NONE: readonly AppealView[] = []

const STATE_WORDS: Readonly<Record<AppealView['state'], string>> = {
  open: 'Open',
  upheld: 'Decision kept',
  overturned: 'Overturned',
}
const STATE_TONES: Readonly<Record<AppealView['state'], PillTone>> = {
  open: 'amber',
  upheld: 'blue',
  overturned: 'green',
}

export default function Appeals() {
  const list = useListState(DEFAULTS)
  // The list has no page numbers: without a cursor it begins anew.
  const after = afterOf(list)
  const all = list.filters.show === 'all'
  const filters = all ? {} : OPEN
  const waiting = useDesk().data?.appeals
  const close = () => list.openEntry(null)
  const query = useAppealsQuery({ ...filters, limit: list.pageSize, ...(after !== '' && { after }) })
  return (
    <ListScreen
      words={WORDS}
      list={after === '' ? { ...list, page: 1 } : list}
      query={query}
      rows={query.data?.results ?? NONE}
      // Only open appeals are counted.
      total={all ? null : (waiting ?? null)}
      cursors={{ trail: list.trail, next: query.currentData?.next, onPlace: list.goTo }}
      extra={<DownloadCsv list="admin/appeals" filters={filters} />}
      fields={OPEN_FILTER}
      columns={useColumns()}
      idOf={({ id }) => id}
      nameOf={({ id }) => `appeal ${id}`}
      opened={{
        title: (id) => `Appeal #${id}`,
        pills: (appeal) => <StatePill appeal={appeal} />,
        subject: (appeal) => <Subject appeal={appeal} />,
        // An answered one leaves the list of the open ones.
        actions: (appeal) => <Answer key={appeal.id} appeal={appeal} onAnswered={all ? undefined : close} />,
      }}
    />
  )
}

const StatePill = ({ appeal: { state } }: { appeal: AppealView }) => (
  <Pill tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Pill>
)

function useColumns(): readonly Column<AppealView>[] {
  const now = useRoughNow()
  return useMemo(
    () => [
      { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
      { title: 'Person', cell: ({ decision }) => <Person id={decision.account_id} name={decision.account_name} /> },
      { title: 'About', cell: ({ decision }) => outcomeWords(decision) },
      { title: 'State', cell: (appeal) => <StatePill appeal={appeal} /> },
      {
        title: 'Due',
        cell: ({ state, due_at }) =>
          state === 'open' ? (
            <span className={Date.parse(due_at) <= now ? styles.overdue : undefined}>
              {Date.parse(due_at) <= now && 'Overdue: '}
              <When at={due_at} />
            </span>
          ) : (
            '-'
          ),
      },
      { title: 'Decided by', cell: ({ decision }) => decision.decided_by, spare: true },
    ],
    [now],
  )
}

const Subject = ({ appeal }: { appeal: AppealView }) => (
  <>
    <Section title="What the player says">
      <p className={styles.text}>{appeal.text}</p>
      <p className={styles.muted}>
        <Person id={appeal.decision.account_id} name={appeal.decision.account_name} />, <When at={appeal.opened_at} />
      </p>
    </Section>
    <Section title="The decision">
      <DecisionCard decision={{ ...appeal.decision, appeal: null }} />
    </Section>
  </>
)

interface AnswerProps {
  appeal: AppealView
  onAnswered?: (() => void) | undefined
}

function Answer({ appeal, onAnswered }: AnswerProps) {
  const me = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data
  if (appeal.state !== 'open') return <Answered appeal={appeal} />
  const { decided_by_id, approved_by } = appeal.decision
  if (me && decided_by_id === me.id) return <p role="note">You decided this. Someone else has to answer.</p>
  if (me && approved_by === me.name) return <p role="note">You approved this. Someone else has to answer.</p>
  return <AnswerForm appeal={appeal} onAnswered={onAnswered} />
}

const useAnswerDraft = ({ id }: AppealView) => useDraft('appeal', id, 'answer', '')

/** Shows the answer, and what you typed if someone else was first. */
function Answered({ appeal }: { appeal: AppealView }) {
  const draft = useAnswerDraft(appeal)
  return (
    <>
      <Section title="Answer">
        <p className={styles.text}>{appeal.answer}</p>
        <p className={styles.muted}>
          {appeal.decided_by}, <When at={appeal.decided_at} />
        </p>
      </Section>
      {draft.unsent && (
        <Section title="Your draft">
          <p className={styles.text}>{draft.value}</p>
          <Button onClick={() => toastUndo('Draft discarded.', draft.discard())}>Discard draft</Button>
        </Section>
      )}
    </>
  )
}

type Outcome = AppealDecision['outcome']

function AnswerForm({ appeal, onAnswered }: AnswerProps) {
  const draft = useAnswerDraft(appeal)
  const [decide, { isLoading }] = useDecideAppealMutation()
  const [missing, setMissing] = useState(false)
  const [asked, setAsked] = useState<Outcome | null>(null)
  const blank = isBlank(draft.value)
  const now = useRoughNow()
  const words = asked && outcomeWordsOf(asked, appeal.decision, now)

  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const outcome = submitter instanceof HTMLButtonElement && submitter.value === 'overturned' ? 'overturned' : 'upheld'
    setMissing(blank)
    if (blank) focusFirstInvalid(event.currentTarget)
    else if (!isLoading) setAsked(outcome)
  }
  const send = async (outcome: Outcome) => {
    const given = draft.value
    const { error } = await decide({ id: appeal.id, outcome, answer: given.trim() })
    if (error) {
      toastError(errorText(error, "The answer wasn't saved. Try again."))
      return
    }
    draft.sent(given)
    toastSuccess(outcomeWordsOf(outcome, appeal.decision, now).done)
    onAnswered?.()
  }
  return (
    <form className={styles.form} aria-label="Answer" noValidate onSubmit={ask}>
      <TextArea
        label="Answer"
        rows={6}
        maxLength={APPEAL_TEXT_MAX}
        hint="The player reads this."
        error={missing && blank ? 'Write an answer. The player reads it.' : undefined}
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
      />
      <DraftNote drafts={[draft]} of="the answer" />
      <div className={styles.foot}>
        <Button type="submit" value="upheld" wide busy={isLoading}>
          Keep the decision
        </Button>
        <Button type="submit" value="overturned" variant="danger" wide aria-disabled={isLoading}>
          Overturn it
        </Button>
      </div>
      {asked && words && (
        <ConfirmDialog
          title={words.title}
          confirm={words.confirm}
          danger={asked === 'overturned'}
          onConfirm={() => send(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{words.effect} You can't undo this.</p>
          <p>They get your answer by e-mail and see it in their settings:</p>
          <blockquote className={styles.quote}>{draft.value.trim()}</blockquote>
        </ConfirmDialog>
      )}
    </form>
  )
}
