import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { REPORT_REASON_MAX, type ReportCategory, type ReportSubmission } from '@kla/proto/web'
import { api } from '../../../shared/api/api.js'
import { errorText } from '../../../shared/api/errors.js'
import { Button } from '../../../shared/ui/button.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { Checkbox, SelectField, TextArea } from '../../../shared/ui/fields.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { toastSuccess } from '../../../shared/ui/toast.js'
import { selectOpponent, useMe } from '../state/use-room.js'
import { blockEffect, REPORT_CHOICES, REPORT_FAILED, REPORT_SENT } from '../words.js'
import { useBlock } from './blocking.js'
import { type Reported, ReportingContext, useReporting } from './reporting-context.js'
import styles from './safety.module.css'

/** Around the whole room: a draft survives a remount of the stage, such as on rotation of a phone. */
export function ReportingProvider({ children }: { children: ReactNode }) {
  const about = useLastOpponent(useSelector(selectOpponent(useMe())))
  const [meant, setMeant] = useState<Reported | null>(null)
  const reporting = useMemo(() => ({ about, begin: setMeant }), [about])
  return (
    <ReportingContext value={reporting}>
      {children}
      <ReportDialog about={meant} onClose={() => setMeant(null)} />
    </ReportingContext>
  )
}

export function ReportButton() {
  const { about, begin } = useReporting()
  if (about === null) return null
  return <IconButton icon="flag" tone="danger" label={`Report ${about.username}`} onClick={() => begin(about)} />
}

interface ReportDialogProps {
  about: Reported | null
  onClose: () => void
}

const ReportDialog = ({ about, onClose }: ReportDialogProps) => (
  <Dialog title={`Report ${about?.username ?? ''}`} open={about !== null} onClose={onClose}>
    {about && <ReportForm about={about} onDone={onClose} />}
  </Dialog>
)

function ReportForm({ about, onDone }: { about: Reported; onDone: () => void }) {
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
    // The report goes first: it takes evidence from this room.
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
      <div className={styles.reportingActions}>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="danger" busy={sending}>
          {sending ? 'Sending…' : 'Send report'}
        </Button>
      </div>
    </form>
  )
}

function useLastOpponent(opponent: Reported | null): Reported | null {
  const [last, setLast] = useState(opponent)
  if (opponent !== null && opponent.id !== last?.id) setLast(opponent)
  return opponent ?? last
}

const reportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<void, ReportSubmission>({
      query: (body) => ({ url: 'report', method: 'POST', body }),
    }),
  }),
})

const { useReportMutation } = reportsApi
