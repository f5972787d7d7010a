import { REPORT_REASON_MAX, type ReportCategory, typedText } from '@kla/proto/web'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { SelectField, TextArea } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { REPORT } from '../../texts/reports.js'
import { useDraft } from '../drafts/drafts.js'
import { type Reported, useSendReport } from './reports.js'
import styles from './reports.module.css'
import { followUpload, StillsChoice } from './stills-choice.js'
import { dangerWords, needsText, REPORT_CHOICES } from './words.js'

interface ReportFormProps {
  about: Reported
  children?: ReactNode
  busy?: boolean
  onSent: () => void | Promise<void>
  onCancel: () => void
}

const EMPTY: { category: ReportCategory; reason: string } = { category: 'abuse', reason: '' }

/** Closing keeps what is typed, by person, until it is sent. */
export function ReportForm({ about, children, busy = false, onSent, onCancel }: ReportFormProps) {
  const [draft, setDraft, forget] = useDraft(`report ${about.id}`, EMPTY)
  const [withStills, setWithStills] = useState(true)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const { category, reason } = draft
  const { send, sending, error, hasStills } = useSendReport(about)
  const required = needsText(category, about.incident)
  const danger = dangerWords(category)
  const waits = sending || busy
  // The form may load after its dialog placed the focus.
  useLayoutEffect(() => field.current?.focus(), [])

  const submit = async () => {
    if (required && typedText(reason) === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    const sent = await send({ category, reason, withStills })
    if (sent === null) return
    forget(draft)
    toastSuccess(REPORT.sent)
    if (sent.stills) followUpload(sent.stills)
    await onSent()
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!waits) void submit()
      }}
    >
      <SelectField
        label={REPORT.about}
        value={category}
        options={REPORT_CHOICES}
        onChange={(chosen) => {
          setDraft({ ...draft, category: chosen })
          setMissing(false)
        }}
      />
      {danger && <p>{danger}</p>}
      <TextArea
        ref={field}
        label={required ? REPORT.reason : REPORT.reasonOptional}
        required={required}
        data-autofocus=""
        maxLength={REPORT_REASON_MAX}
        value={reason}
        error={missing ? REPORT.reasonMissing : undefined}
        hint={REPORT.hint({ name: about.username })}
        onChange={(event) => {
          setDraft({ ...draft, reason: event.target.value })
          setMissing(false)
        }}
      />
      {hasStills && <StillsChoice category={category} included={withStills} onChange={setWithStills} />}
      {children}
      <div role="alert" className={styles.problem}>
        {error !== undefined && errorText(error, REPORT.failed)}
      </div>
      <div className={styles.actions}>
        <Button onClick={onCancel}>{REPORT.cancel}</Button>
        <Button type="submit" variant="danger" busy={waits}>
          {waits ? REPORT.sending : REPORT.send}
        </Button>
      </div>
    </form>
  )
}
