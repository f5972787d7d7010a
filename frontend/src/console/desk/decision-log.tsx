import { type DecisionView, UNDO_MS } from '@kla/proto/web'
import { useState } from 'react'
import { useRoughNow } from '../../shared/time/now.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { DecisionCard } from '../entities/decision-card.js'
import { undoLabel, useDecisionsQuery, useUndoDecisionMutation } from '../entities/decisions.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { useAdminSessionQuery } from '../entities/session-api.js'
import { ListBody } from '../kit/states.js'
import { undoProblem } from '../kit/undo.js'
import styles from './desk.module.css'

const EVERY_DECISION = {}

/** Every decision, newest first, such as last night's. */
export const DecisionLog = () => (
  <div className={styles.log} role="region" aria-label="Decisions" tabIndex={0}>
    <DownloadCsv list="admin/decisions" filters={EVERY_DECISION} />
    <DecisionsFrom />
  </div>
)

const LIMIT = 50

function DecisionsFrom({ after }: { after?: string }) {
  const query = useDecisionsQuery({ limit: LIMIT, ...(after !== undefined && { after }) })
  const [more, setMore] = useState(false)
  const { results = [], next = null } = query.data ?? {}
  return (
    <>
      <ListBody
        query={query}
        failed="Failed to load decisions."
        empty={results.length === 0 && after === undefined ? 'No decisions yet.' : null}
      >
        {results.map((decision) => (
          <DecisionCard key={decision.id} decision={decision}>
            <UndoOwn decision={decision} />
          </DecisionCard>
        ))}
      </ListBody>
      {next !== null && !more && <Button onClick={() => setMore(true)}>Show earlier ones</Button>}
      {next !== null && more && <DecisionsFrom after={next} />}
    </>
  )
}

/** Takes back one's own decision within its minute, also after a reload, which forgets what the header's Undo knew. */
function UndoOwn({ decision }: { decision: DecisionView }) {
  const me = useAdminSessionQuery(undefined, { refetchOnMountOrArgChange: false }).data?.id
  const now = useRoughNow()
  const [undo, { isLoading }] = useUndoDecisionMutation()
  const { decided_by_id, decided_at, state } = decision
  if (decided_by_id !== me || state !== 'in_force' || now >= Date.parse(decided_at) + UNDO_MS) return null
  const label = undoLabel(decision)
  const press = async () => {
    const { error } = await undo(decision.id)
    if (error) toastError(undoProblem(error, label))
    else toastSuccess(`Undone: ${label}`)
  }
  return (
    <Button busy={isLoading} aria-label={`Undo this decision: ${label}`} onClick={() => void press()}>
      Undo
    </Button>
  )
}
