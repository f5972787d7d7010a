import { useState } from 'react'
import { NOTES_MAX, REPORT_STATUSES, type ReportDetailView, type ReviewAction } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextArea } from '../../shared/ui/fields.js'
import { HoldSection } from '../holds/hold-section.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { Section } from '../kit/text/section.js'
import { useMay } from '../session/use-may.js'
import { STATUS_WORDS } from '../words.js'
import { BanFromReport } from './ban-from-report.js'
import { CategorySelect } from './category-select.js'
import { DeleteReport } from './delete-report.js'
import { useReportChanges } from './use-report-changes.js'
import styles from './reports.module.css'

const STATUS_OPTIONS = REPORT_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))

interface ReportActionsProps {
  report: ReportDetailView
  /** It is not there any more for whoever looks at it. */
  onGone: () => void
}

/** What can be done with one report, always at the same place. */
export function ReportActions({ report, onGone }: ReportActionsProps) {
  const may = useMay()
  const [deleting, setDeleting] = useState(false)
  const mayDelete = may('reports.delete')
  useShortcut('Delete', 'Delete the report', () => setDeleting(true), mayDelete)
  return (
    <>
      {may('reports.decide') ? <Decide report={report} onGone={onGone} /> : <ReadNotes notes={report.notes} />}
      {may('bans.set') && <BanFromReport report={report} />}
      <HoldSection kind="report" id={report.id} held={report.held} />
      {mayDelete && (
        <Button variant="danger" wide onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {deleting && <DeleteReport id={report.id} onDeleted={onGone} onClose={() => setDeleting(false)} />}
    </>
  )
}

const ReadNotes = ({ notes }: { notes: string }) => (
  <Section title="Admin Notes">
    <p className={styles.reason}>{notes || '-'}</p>
  </Section>
)

const REVIEWS = [
  { shortcut: '1', action: 'review', words: 'Mark Reviewed' },
  { shortcut: '2', action: 'action_taken', words: 'Mark Action Taken' },
  { shortcut: '3', action: 'dismiss', words: 'Dismiss' },
] as const satisfies readonly { shortcut: string; action: ReviewAction; words: string }[]

function Decide({ report, onGone }: ReportActionsProps) {
  const [notes, setNotes] = useState(report.notes)
  const changes = useReportChanges(report, notes)
  const [area, setArea] = useState<HTMLTextAreaElement | null>(null)
  useShortcut('n', 'Write notes', () => area?.focus())

  return (
    <>
      <div className={styles.reviews} role="group" aria-label="Review">
        {REVIEWS.map((each) => (
          <ReviewButton key={each.action} {...each} busy={changes.busy} onPress={changes.review} />
        ))}
      </div>
      <SelectField
        label="Status"
        value={report.status}
        options={STATUS_OPTIONS}
        onChange={(status) => void changes.setStatus(status)}
      />
      <CategorySelect report={report} onChange={changes.setCategory} onGone={onGone} />
      <TextArea
        ref={setArea}
        label="Admin Notes"
        placeholder="Internal notes visible to admins only"
        rows={5}
        maxLength={NOTES_MAX}
        hint={notes === report.notes ? 'Saved.' : 'Saved as soon as you leave the field.'}
        value={notes}
        onChange={(event) => setNotes(event.target.value)}
        onBlur={() => notes !== report.notes && void changes.saveNotes()}
      />
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
