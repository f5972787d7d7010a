import { useState } from 'react'
import type { CupEntryView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { Section } from '../kit/text/section.js'
import { useMay } from '../session/use-may.js'
import { Person } from '../subjects/person.js'
import { SubjectHistory } from '../subjects/subject-history.js'
import styles from './cup-verification.module.css'

const REPORTS = '/reports?open='

interface PlayerSectionProps {
  title: string
  /** Null: not known yet, or nobody. */
  player: CupEntryView | null
  won: boolean
}

/** One side of a tie. What is known of the person is asked for only by who needs it: reading it is audited. */
export function PlayerSection({ title, player, won }: PlayerSectionProps) {
  const [shown, setShown] = useState(false)
  const may = useMay()
  return (
    <Section title={title}>
      {player === null ? (
        <p>Nobody, or not known yet.</p>
      ) : (
        <>
          <p className={styles.player}>
            <Person id={player.id} name={player.username} /> Seed {player.seed}
            {won && ', won'}
          </p>
          {may('reports.read') && (
            <div>
              <Button
                aria-expanded={shown}
                aria-label={`${shown ? 'Hide' : 'Show'} history of ${player.username}`}
                onClick={() => setShown(!shown)}
              >
                {shown ? 'Hide history' : 'Show history'}
              </Button>
            </div>
          )}
          {shown && <SubjectHistory id={player.id} reportLink={(id) => REPORTS + id} />}
        </>
      )}
    </Section>
  )
}
