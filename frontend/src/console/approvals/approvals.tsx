import type { AdministratorView, ApprovalView } from '@kla/proto/web'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useAdministratorsQuery } from '../entities/administrators.js'
import {
  administratorOf,
  approvalWords,
  reportsOf,
  useAdministratorApprovalsQuery,
  useApproveAdministratorChangeMutation,
  useApproveReportDeletionMutation,
  useReportApprovalsQuery,
} from '../entities/approvals.js'
import {
  decisionOf,
  decisionRequestWords,
  useApproveDecisionMutation,
  useDecisionApprovalsQuery,
} from '../entities/decisions.js'
import { useDesk } from '../entities/desk.js'
import { useApproveOpeningMutation, useOpeningsQuery } from '../entities/evidence.js'
import { useChangeReportsMutation } from '../entities/reports-api.js'
import { useAdminSessionQuery, useMay } from '../entities/session-api.js'
import { toastFailure } from '../entities/step-up.js'
import { WHAT_DELETING_DOES } from '../entities/words.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { When } from '../kit/moments.js'
import { ListBody } from '../kit/states.js'
import { Facts, Pill } from '../kit/text.js'
import styles from './approvals.module.css'
import { DeletedReports } from './deleted-reports.js'

const FAILED = 'Failed to load approvals.'
const NO_ADMINISTRATORS: readonly AdministratorView[] = []

export default function Approvals() {
  const waiting = useDesk().data?.approvals ?? 0
  useTitle(waiting > 0 ? `Approvals (${waiting})` : 'Approvals')
  const may = useMay()
  return (
    <>
      <h1>Approvals</h1>
      <div className={styles.panels}>
        {may('reports.decide') && <DecisionApprovals />}
        {may('reports.delete') && <ReportApprovals />}
        {(may('administrators.manage') || may('reports.grave')) && <AdministratorApprovals />}
        {may('evidence.open') && <Openings />}
        {may('reports.delete') && <DeletedReports />}
      </div>
    </>
  )
}

const showResult = async (approving: Promise<{ error?: unknown }>): Promise<void> => {
  const { error } = await approving
  if (error) toastFailure(error, 'Failed to approve.')
  else toastSuccess('Approved. The person who asked can do it now.')
}

function DecisionApprovals() {
  const query = useDecisionApprovalsQuery()
  const [approve, { isLoading }] = useApproveDecisionMutation()
  const approvals = query.data?.approvals ?? []
  return (
    <Panel title="Decisions">
      <ListBody query={query} failed={FAILED} empty={approvals.length === 0 ? 'Nothing to approve.' : null}>
        <ul className={styles.cards}>
          {approvals.map((approval) => {
            const job = decisionOf(approval)
            return (
              <ApprovalCard
                key={approval.id}
                approval={approval}
                title={decisionRequestWords(approval)}
                carryOut={job === null ? null : <Link to={`/desk?open=${job}`}>Decide it at the desk</Link>}
                busy={isLoading}
                onApprove={() => void showResult(approve(approval.id))}
              >
                {job !== null && <Link to={`/desk?open=${job}`}>Job #{job}</Link>}
              </ApprovalCard>
            )
          })}
        </ul>
      </ListBody>
    </Panel>
  )
}

function ReportApprovals() {
  const query = useReportApprovalsQuery()
  const [approve, { isLoading }] = useApproveReportDeletionMutation()
  const approvals = query.data?.approvals ?? []
  return (
    <Panel title="Deletions of reports">
      <ListBody query={query} failed={FAILED} empty={approvals.length === 0 ? 'Nothing to approve.' : null}>
        <ul className={styles.cards}>
          {approvals.map((approval) => (
            <ApprovalCard
              key={approval.id}
              approval={approval}
              title={approvalWords(approval, NO_ADMINISTRATORS)}
              carryOut={<DeleteNow approval={approval} />}
              busy={isLoading}
              onApprove={() => void showResult(approve(approval.id))}
            >
              <details>
                <summary>Which reports</summary>
                <ul className={styles.ids}>
                  {reportsOf(approval).map((id) => (
                    <li key={id}>
                      <Link to={`/reports?open=${id}`}>#{id}</Link>
                    </li>
                  ))}
                </ul>
              </details>
            </ApprovalCard>
          ))}
        </ul>
      </ListBody>
    </Panel>
  )
}

function DeleteNow({ approval }: { approval: ApprovalView }) {
  const [asking, setAsking] = useState(false)
  const [change] = useChangeReportsMutation()
  const ids = reportsOf(approval)
  const carryOut = async () => {
    const { error } = await change({ ids: [...ids], op: 'delete' })
    if (error) toastError(errorText(error, 'Bulk operation failed'))
    else toastSuccess('Bulk operation complete')
  }
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Delete them
      </Button>
      {asking && (
        <ConfirmDialog title="Delete selected?" confirm="Delete" onConfirm={carryOut} onClose={() => setAsking(false)}>
          <p>This will permanently delete {ids.length} report(s).</p>
          <p>{WHAT_DELETING_DOES}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

function Openings() {
  const query = useOpeningsQuery()
  const [approve, { isLoading }] = useApproveOpeningMutation()
  const openings = query.data?.openings ?? []
  return (
    <Panel title="Openings of stills">
      <ListBody query={query} failed={FAILED} empty={openings.length === 0 ? 'Nothing to approve.' : null}>
        <ul className={styles.cards}>
          {openings.map((opening) => (
            <ApprovalCard
              key={opening.id}
              approval={opening}
              title={`Open the stills of report #${opening.report_id}`}
              carryOut={null}
              busy={isLoading}
              onApprove={() => void showResult(approve(opening.id))}
            >
              <Link to={`/reports?open=${opening.report_id}`}>To the report</Link>
            </ApprovalCard>
          ))}
        </ul>
      </ListBody>
    </Panel>
  )
}

function AdministratorApprovals() {
  const query = useAdministratorApprovalsQuery()
  const manages = useMay()('administrators.manage')
  const { data } = useAdministratorsQuery(undefined, { skip: !manages })
  const [approve, { isLoading }] = useApproveAdministratorChangeMutation()
  const approvals = query.data?.approvals ?? []
  return (
    <Panel title="Changes of administrators">
      <ListBody query={query} failed={FAILED} empty={approvals.length === 0 ? 'Nothing to approve.' : null}>
        <ul className={styles.cards}>
          {approvals.map((approval) => (
            <ApprovalCard
              key={approval.id}
              approval={approval}
              title={approvalWords(approval, data?.administrators ?? NO_ADMINISTRATORS)}
              carryOut={
                <Link
                  to={
                    administratorOf(approval) === 0
                      ? '/administrators'
                      : `/administrators?open=${administratorOf(approval)}`
                  }
                >
                  Do it under Administrators
                </Link>
              }
              busy={isLoading}
              onApprove={() => void showResult(approve(approval.id))}
            />
          ))}
        </ul>
      </ListBody>
    </Panel>
  )
}

interface ApprovalCardProps {
  approval: Pick<ApprovalView, 'reason' | 'asked_by_id' | 'asked_by' | 'asked_at' | 'approved_by' | 'until'>
  title: string
  children?: ReactNode
  carryOut: ReactNode
  busy: boolean
  onApprove: () => void
}

function ApprovalCard({ approval, title, children, carryOut, busy, onApprove }: ApprovalCardProps) {
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
          [approved ? 'Valid until' : 'Approve by', <When key="until" at={approval.until} end />],
        ]}
      />
      {children}
      {own && approved && carryOut}
      {own && !approved && <p className={styles.muted}>Someone else has to approve your request.</p>}
      {!own && !approved && (
        <Button variant="primary" busy={busy} aria-label={`Approve: ${title}`} onClick={onApprove}>
          Approve
        </Button>
      )}
    </li>
  )
}
