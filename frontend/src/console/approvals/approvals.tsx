import type { AdministratorView, ApprovalView } from '@kla/proto/web'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { errorCode, errorText } from '../../shared/api/errors.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Panel } from '../../shared/ui/panel.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { useAdministratorsQuery } from '../entities/administrators.js'
import {
  administratorOf,
  approvalWords,
  askedVersionsOf,
  heldWords,
  reportsOf,
  useAdministratorApprovalsQuery,
  useApproveAdministratorChangeMutation,
  useApproveHoldReleaseMutation,
  useApproveReportDeletionMutation,
  useHoldApprovalsQuery,
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
import { counted } from '../kit/numbers.js'
import { ListBody } from '../kit/states.js'
import { type SteadyRow, steadyRows } from '../kit/steady-rows.js'
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
        {may('holds.manage') && <HoldApprovals />}
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

interface RequestsProps<Request extends { id: string }> {
  title: string
  query: ComponentProps<typeof ListBody>['query']
  /** Undefined until they are loaded. */
  requests: readonly Request[] | undefined
  /** Renders the card of a request. */
  children: (request: SteadyRow<Request>) => ReactNode
}

/** Panel whose cards stay where they are: a card that moves could put another Approve under the pointer. */
function Requests<Request extends { id: string }>({ title, query, requests, children }: RequestsProps<Request>) {
  const [shown, setShown] = useState(requests)
  if (shown === undefined && requests !== undefined) setShown(requests)
  const { rows, arrived } = steadyRows(shown ?? [], { results: requests ?? [], next: null })
  return (
    <Panel title={title}>
      <ListBody query={query} failed={FAILED} empty={rows.length + arrived === 0 ? 'Nothing to approve.' : null}>
        {arrived > 0 && (
          <Button wide onClick={() => setShown(requests)}>
            {counted(arrived, 'new request')}
          </Button>
        )}
        <ul className={styles.cards}>{rows.map(children)}</ul>
      </ListBody>
    </Panel>
  )
}

function DecisionApprovals() {
  const query = useDecisionApprovalsQuery()
  const [approve, { isLoading }] = useApproveDecisionMutation()
  return (
    <Requests title="Decisions" query={query} requests={query.data?.approvals}>
      {(approval) => {
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
      }}
    </Requests>
  )
}

function ReportApprovals() {
  const query = useReportApprovalsQuery()
  const [approve, { isLoading }] = useApproveReportDeletionMutation()
  return (
    <Requests title="Deletions of reports" query={query} requests={query.data?.approvals}>
      {(approval) => (
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
      )}
    </Requests>
  )
}

/** Refusals if a report has changed or is gone: it is none of those that were approved. */
const OUTDATED: ReadonlySet<string> = new Set(['CHANGED_MEANWHILE', 'SECOND_PERSON_REQUIRED'])

function DeleteNow({ approval }: { approval: ApprovalView }) {
  const [asking, setAsking] = useState(false)
  const [change] = useChangeReportsMutation()
  const ids = reportsOf(approval)
  const carryOut = async () => {
    const { error } = await change({ ids: [...ids], op: 'delete', versions: askedVersionsOf(approval) })
    if (OUTDATED.has(errorCode(error)))
      toastError('Some of these reports changed after you asked. Nothing was deleted. Ask again.')
    else if (error) toastError(errorText(error, 'Bulk operation failed'))
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

function HoldApprovals() {
  const query = useHoldApprovalsQuery()
  const [approve, { isLoading }] = useApproveHoldReleaseMutation()
  return (
    <Requests title="Releases of holds" query={query} requests={query.data?.approvals}>
      {(approval) => {
        const entry = `/${String(approval.params['kind'])}s?open=${String(approval.params['id'])}`
        return (
          <ApprovalCard
            key={approval.id}
            approval={approval}
            title={approvalWords(approval, NO_ADMINISTRATORS)}
            carryOut={<Link to={entry}>Release it on its page</Link>}
            busy={isLoading}
            onApprove={() => void showResult(approve(approval.id))}
          >
            <Link to={entry}>To {heldWords(approval)}</Link>
          </ApprovalCard>
        )
      }}
    </Requests>
  )
}

function Openings() {
  const query = useOpeningsQuery()
  const [approve, { isLoading }] = useApproveOpeningMutation()
  return (
    <Requests title="Openings of stills" query={query} requests={query.data?.openings}>
      {(opening) => (
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
      )}
    </Requests>
  )
}

function AdministratorApprovals() {
  const query = useAdministratorApprovalsQuery()
  const manages = useMay()('administrators.manage')
  const { data } = useAdministratorsQuery(undefined, { skip: !manages })
  const [approve, { isLoading }] = useApproveAdministratorChangeMutation()
  return (
    <Requests title="Changes of administrators" query={query} requests={query.data?.approvals}>
      {(approval) => (
        <ApprovalCard
          key={approval.id}
          approval={approval}
          title={approvalWords(approval, data?.administrators ?? NO_ADMINISTRATORS)}
          about={administratorOf(approval)}
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
      )}
    </Requests>
  )
}

interface ApprovalCardProps {
  approval: SteadyRow<Pick<ApprovalView, 'reason' | 'asked_by_id' | 'asked_by' | 'asked_at' | 'approved_by' | 'until'>>
  title: string
  /** The administrator whom it is about, who can't approve it. */
  about?: number
  children?: ReactNode
  carryOut: ReactNode
  busy: boolean
  onApprove: () => void
}

function ApprovalCard({ approval, title, about, children, carryOut, busy, onApprove }: ApprovalCardProps) {
  const { data: me } = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false })
  const own = me?.id === approval.asked_by_id
  const isAboutMe = me !== undefined && me.id === about && !own
  const approved = approval.approved_by !== null
  const open = !approval.done
  return (
    <li className={styles.card}>
      <h3 className={styles.title}>{title}</h3>
      <StatePill approval={approval} />
      <p className={styles.reason}>{approval.reason}</p>
      <Facts
        facts={[
          ['Asked by', approval.asked_by],
          ['Asked', <When key="asked" at={approval.asked_at} />],
          [approved ? 'Valid until' : 'Approve by', <When key="until" at={approval.until} end />],
        ]}
      />
      {children}
      {open && own && approved && carryOut}
      {open && own && !approved && <p className={styles.muted}>Someone else has to approve your request.</p>}
      {open && isAboutMe && !approved && (
        <p className={styles.muted}>It is about you, so someone else has to approve it.</p>
      )}
      {open && !own && !isAboutMe && !approved && (
        <DeliberateButton variant="primary" busy={busy} aria-label={`Approve: ${title}`} onClick={onApprove}>
          Approve
        </DeliberateButton>
      )}
    </li>
  )
}

function StatePill({ approval: { done, approved_by } }: Pick<ApprovalCardProps, 'approval'>) {
  if (done) return <Pill>No longer open</Pill>
  return (
    <Pill tone={approved_by === null ? 'amber' : 'green'}>
      {approved_by === null ? 'Waiting' : `Approved by ${approved_by}`}
    </Pill>
  )
}
