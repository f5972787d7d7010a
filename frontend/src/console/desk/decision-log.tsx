import { useState } from 'react'
import { Button } from '../../shared/ui/button.js'
import { DecisionCard } from '../entities/decision-card.js'
import { useDecisionsQuery } from '../entities/decisions.js'
import { DownloadCsv } from '../entities/download-csv.js'
import { ListBody } from '../kit/states.js'
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
          <DecisionCard key={decision.id} decision={decision} />
        ))}
      </ListBody>
      {next !== null && !more && <Button onClick={() => setMore(true)}>Show earlier ones</Button>}
      {next !== null && more && <DecisionsFrom after={next} />}
    </>
  )
}
