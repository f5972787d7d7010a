import { useState } from 'react'
import { Link } from 'react-router'
import type { AdministratorView, ApprovalView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useAdministratorsQuery } from '../administrators/administrators-api.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { ListBody } from '../kit/states/list-body.js'
import { WHAT_DELETING_DOES } from '../kit/text/deletion.js'
import { useChangeReportsMutation } from '../reports/reports-api.js'
import { useMay } from '../session/use-may.js'
import { ApprovalCard } from './approval-card.js'
import { administratorOf, approvalWords, reportsOf } from './approval-words.js'
import {
  useAdministratorApprovalsQuery,
  useApproveAdministratorChangeMutation,
  useApproveReportDeletionMutation,
  useReportApprovalsQuery,
} from './approvals-api.js'
import { DeletedReports } from './deleted-reports.js'
import styles from './approvals.module.css'

const FAILED = 'Failed to load what waits.'
const NOBODY: readonly AdministratorView[] = []

/** What takes two people: asked for, approved, carried out; and what somebody deleted, for somebody else to bring back. */
export default function Approvals() {
  useTitle('Approvals')
  const may = useMay()
  return (
    <>
      <h1>Approvals</h1>
      <div className={styles.panels}>
        {may('reports.delete') && <ReportApprovals />}
        {(may('administrators.manage') || may('reports.grave')) && <AdministratorApprovals />}
        {may('reports.delete') && <DeletedReports />}
      </div>
    </>
  )
}

/** Approves, and says what came of it. */
const told = async (approving: Promise<{ error?: unknown }>): Promise<void> => {
  const { error } = await approving
  if (error) toastError(errorText(error, 'Failed to approve.'))
  else toastSuccess('Approved. Whoever asked can do it now.')
}

function ReportApprovals() {
  const query = useReportApprovalsQuery()
  const [approve, { isLoading }] = useApproveReportDeletionMutation()
  const approvals = query.data?.approvals ?? []
  return (
    <Panel title="Deletions of reports">
      <ListBody query={query} failed={FAILED} empty={approvals.length === 0 ? 'Nothing waits for a second person.' : null}>
        <ul className={styles.cards}>
          {approvals.map((approval) => (
            <ApprovalCard
              key={approval.id}
              approval={approval}
              title={approvalWords(approval, NOBODY)}
              carryOut={<DeleteNow approval={approval} />}
              busy={isLoading}
              onApprove={() => void told(approve(approval.id))}
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

function AdministratorApprovals() {
  const query = useAdministratorApprovalsQuery()
  const manages = useMay()('administrators.manage')
  const { data } = useAdministratorsQuery(undefined, { skip: !manages })
  const [approve, { isLoading }] = useApproveAdministratorChangeMutation()
  const approvals = query.data?.approvals ?? []
  return (
    <Panel title="Changes of administrators">
      <ListBody query={query} failed={FAILED} empty={approvals.length === 0 ? 'Nothing waits for a second person.' : null}>
        <ul className={styles.cards}>
          {approvals.map((approval) => (
            <ApprovalCard
              key={approval.id}
              approval={approval}
              title={approvalWords(approval, data?.administrators ?? NOBODY)}
              carryOut={<Link to={`/administrators?open=${administratorOf(approval)}`}>Do it under Administrators</Link>}
              busy={isLoading}
              onApprove={() => void told(approve(approval.id))}
            />
          ))}
        </ul>
      </ListBody>
    </Panel>
  )
}
