import {
  type NoteCreation,
  REPORT_CATEGORIES,
  REPORT_STATUSES,
  type ReportCategory,
  type ReportDetailView,
  type ReportView,
  type ReviewAction,
} from '@kla/proto/web'
import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { BanForm } from '../entities/ban-form.js'
import { HoldSection } from '../entities/holds.js'
import { useAddReportNoteMutation } from '../entities/reports-api.js'
import { useMay } from '../entities/session-api.js'
import { isGrave, REPORT_CATEGORY_WORDS, STATUS_WORDS } from '../entities/words.js'
import { ConfirmDialog, Drawer } from '../kit/dialogs.js'
import { NoteForm, NoteThread } from '../kit/notes.js'
import { OPENS, useShortcut } from '../kit/shortcuts.js'
import { Section } from '../kit/text.js'
import { useUndo } from '../kit/undo.js'
import { DeleteReport } from './delete-report.js'
import { DeliberateSelect } from './deliberate-select.js'
import { useReportChanges } from './report-changes.js'
import { thingOf } from './report-fields.js'
import styles from './reports.module.css'
import { banGiven } from './rules.js'

const STATUS_OPTIONS = REPORT_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))

interface ReportActionsProps {
  report: ReportDetailView
  onGone: () => void
}

export function ReportActions({ report, onGone }: ReportActionsProps) {
  const may = useMay()
  const [deleting, setDeleting] = useState<ReportView | null>(null)
  const mayDelete = may('reports.delete')
  useShortcut('Delete', 'Delete the report', () => setDeleting(report), mayDelete, OPENS)
  return (
    <>
      {may('reports.decide') && <Decide report={report} onGone={onGone} />}
      <Notes report={report} writes={may('reports.decide')} />
      {may('bans.set') && <BanFromReport report={report} />}
      <HoldSection kind="report" id={report.id} held={report.held} />
      {mayDelete && (
        <Button variant="danger" wide onClick={() => setDeleting(report)}>
          Delete
        </Button>
      )}
      {deleting && <DeleteReport report={deleting} onDeleted={onGone} onClose={() => setDeleting(null)} />}
    </>
  )
}

function Notes({ report: { id, thread }, writes }: { report: ReportView; writes: boolean }) {
  const [add] = useAddReportNoteMutation()
  const { follow } = useUndo()
  const save = async (note: NoteCreation) => {
    const answer = await add({ report: id, ...note })
    if (answer.data) follow(thingOf(id), answer.data.version - 1, answer.data.version)
    return answer
  }
  return (
    <Section title="Admin Notes">
      <NoteThread notes={thread} />
      {writes && <NoteForm kind="report" entry={id} onSave={save} />}
    </Section>
  )
}

const REVIEWS = [
  { shortcut: '1', action: 'review', words: 'Mark Reviewed' },
  { shortcut: '2', action: 'action_taken', words: 'Mark Action Taken' },
  { shortcut: '3', action: 'dismiss', words: 'Dismiss' },
] as const satisfies readonly { shortcut: string; action: ReviewAction; words: string }[]

function Decide({ report, onGone }: ReportActionsProps) {
  const changes = useReportChanges(report)
  return (
    <>
      <div className={styles.reviews} role="group" aria-label="Review">
        {REVIEWS.map((each) => (
          <ReviewButton key={each.action} {...each} busy={changes.busy} onPress={changes.review} />
        ))}
      </div>
      <DeliberateSelect
        label="Status"
        value={report.status}
        options={STATUS_OPTIONS}
        onChange={(status) => void changes.setStatus(status)}
      />
      <CategorySelect report={report} onChange={changes.setCategory} onGone={onGone} />
    </>
  )
}

interface ReviewButtonProps {
  shortcut: string
  action: ReviewAction
  words: string
  busy: boolean
  onPress: (action: ReviewAction) => Promise<void>
}

function ReviewButton({ shortcut, action, words, busy, onPress }: ReviewButtonProps) {
  const press = () => void (busy || onPress(action))
  useShortcut(shortcut, words, press)
  return (
    <Button wide aria-disabled={busy} aria-keyshortcuts={shortcut} onClick={press}>
      {words}
    </Button>
  )
}

const OPTIONS = REPORT_CATEGORIES.map((value) => ({ value, label: REPORT_CATEGORY_WORDS[value] }))

interface CategorySelectProps {
  report: ReportView
  onChange: (category: ReportCategory, options: { final: boolean }) => Promise<boolean>
  onGone: () => void
}

/** Administrators without the child-safety permission confirm first: they cannot see the report afterwards. */
function CategorySelect({ report, onChange, onGone }: CategorySelectProps) {
  const may = useMay()
  const [handOver, setHandOver] = useState<ReportCategory | null>(null)
  const choose = (category: ReportCategory) => {
    if (isGrave(category) && !may('reports.grave')) setHandOver(category)
    else void onChange(category, { final: false })
  }
  const gone = () => {
    toastSuccess(`Report #${report.id} is with child safety now.`)
    onGone()
  }
  return (
    <>
      <DeliberateSelect label="Category" value={report.category} options={OPTIONS} onChange={choose} />
      {handOver && (
        <ConfirmDialog
          title={`Pass #${report.id} to child safety?`}
          confirm="Hand over"
          onConfirm={() => onChange(handOver, { final: true }).then((done) => done && gone())}
          onClose={() => setHandOver(null)}
        >
          <p>It goes to the child safety team. You won&apos;t see it any more, and you can&apos;t undo this.</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function BanFromReport({ report }: { report: ReportDetailView }) {
  const [open, setOpen] = useState(false)
  useShortcut('b', 'Ban the reported', () => setOpen(true), true, OPENS)
  return (
    <>
      <Button variant="danger" wide aria-keyshortcuts="b" onClick={() => setOpen(true)}>
        Ban the reported
      </Button>
      {open && (
        <Drawer title={`Ban ${report.reported_name || `#${report.reported_id}`}`} onClose={() => setOpen(false)}>
          <BanForm given={banGiven(report)} about={`report ${report.id}`} onBanned={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  )
}
