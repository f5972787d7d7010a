import { REPORT_REASON_MAX, type ReportCategory } from '@kla/proto/web'
import { useRef, useState } from 'react'
import { Button } from '../../../shared/ui/button.js'
import { Checkbox, SelectField, TextArea } from '../../../shared/ui/fields.js'
import { toastSuccess } from '../../../shared/ui/toast.js'
import { errorText } from '../../../shared/api/errors.js'
import { useReportMutation } from './reports.js'
import { blockEffect } from '../blocking/block-words.js'
import { useBlock } from '../blocking/use-block.js'
import { REPORT_CHOICES, REPORT_FAILED, REPORT_SENT } from './report-words.js'
import type { Reported } from './reported.js'
import styles from './reporting.module.css'

/** What happened. Who is meant, the room, the round and the chat are known to the server. */
export function ReportForm({ about, onDone }: { about: Reported; onDone: () => void }) {
  const [category, setCategory] = useState<ReportCategory>('abuse')
  const [reason, setReason] = useState('')
  const [alsoBlock, setAlsoBlock] = useState(false)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const [report, { isLoading, error }] = useReportMutation()
  const { blockAndLeave, blocking } = useBlock()
  const sending = isLoading || blocking

  const send = async () => {
    if (reason.trim() === '') {
      setMissing(true)
      field.current?.focus()
      return
    }
    const sent = await report({ reportedId: about.id, category, reason: reason.trim() })
    if ('error' in sent) return
    toastSuccess(REPORT_SENT)
    // The report goes first: it takes along what is in this room.
    if (alsoBlock) await blockAndLeave(about, 'lobby')
    onDone()
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending) void send()
      }}
    >
      <SelectField label="What is it about?" value={category} options={REPORT_CHOICES} onChange={setCategory} />
      <TextArea
        ref={field}
        label="What happened?"
        required
        data-autofocus=""
        maxLength={REPORT_REASON_MAX}
        value={reason}
        error={missing ? 'Please say what happened.' : undefined}
        hint={`${about.username} is not told. The last chat lines and the round go with your report.`}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      <div className={styles.block}>
        <Checkbox checked={alsoBlock} onChange={(event) => setAlsoBlock(event.target.checked)}>
          Also block {about.username}, and leave this room
        </Checkbox>
        {alsoBlock && <p className={styles.effect}>{blockEffect(about.username)}</p>}
      </div>
      <div role="alert" className={styles.problem}>
        {error !== undefined && !isLoading && errorText(error, REPORT_FAILED)}
      </div>
      <div className={styles.actions}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="danger" busy={sending}>
          {sending ? 'Sending…' : 'Send report'}
        </Button>
      </div>
    </form>
  )
}
