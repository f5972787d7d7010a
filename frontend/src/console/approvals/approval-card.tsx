import type { ReactNode } from 'react'
import type { ApprovalView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Facts } from '../kit/text/facts.js'
import { Pill } from '../kit/text/pill.js'
import { When } from '../kit/text/when.js'
import { useAdminSessionQuery } from '../session/session-api.js'
import styles from './approvals.module.css'

interface ApprovalCardProps {
  approval: ApprovalView
  /** What it is for, in a line. */
  title: string
  /** What it is about, to look at before. */
  children?: ReactNode
  /** What its own asker does once it is approved. */
  carryOut: ReactNode
  busy: boolean
  onApprove: () => void
}

/** Something that waits for a second person: who asks, why, and until when. */
export function ApprovalCard({ approval, title, children, carryOut, busy, onApprove }: ApprovalCardProps) {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const own = me?.id === approval.asked_by_id
  const approved = approval.approved_by !== null
  return (
    <li className={styles.card}>
      <h3 className={styles.title}>{title}</h3>
      <Pill tone={approved ? 'green' : 'amber'}>{approved ? `Approved by ${approval.approved_by}` : 'Waiting'}</Pill>
      <p className={styles.reason}>{approval.reason}</p>
      <Facts
        facts={[
          ['Asked by', approval.asked_by],
          ['Asked', <When key="asked" at={approval.asked_at} />],
          ['Good until', <When key="until" at={approval.until} />],
        ]}
      />
      {children}
      {own && approved && carryOut}
      {own && !approved && <p className={styles.muted}>Somebody else approves what you ask for.</p>}
      {!own && !approved && (
        <Button variant="primary" busy={busy} aria-label={`Approve: ${title}`} onClick={onApprove}>
          Approve
        </Button>
      )}
    </li>
  )
}
