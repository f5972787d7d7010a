import type { CupEntryView, CupTieView } from '@kla/proto/web'
import { useState } from 'react'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { Button } from '../../shared/ui/button.js'
import { SubjectHistory } from '../entities/account-history.js'
import { HOW_WORDS, winnerWords } from '../entities/cup-words.js'
import { Person } from '../entities/person.js'
import { useMay } from '../entities/session-api.js'
import { Countdown, When } from '../kit/moments.js'
import { Facts, Section } from '../kit/text.js'
import styles from './cup-verification.module.css'
import { privateWords, ruleWords } from './verdict.js'

export const TieSubject = ({ entry }: { entry: CupTieView }) => (
  <>
    {entry.tie.state === 'disputed' && <Dispute entry={entry} />}
    <Private words={privateWords(entry)} />
    <Facts facts={eventsOf(entry)} />
    <PlayerSection
      key={`a${entry.player_a?.id}`}
      title="Player A"
      player={entry.player_a}
      won={hasWon(entry, entry.tie.player_a)}
    />
    <PlayerSection
      key={`b${entry.player_b?.id}`}
      title="Player B"
      player={entry.player_b}
      won={hasWon(entry, entry.tie.player_b)}
    />
  </>
)

const hasWon = ({ tie }: CupTieView, id: number | null) => id !== null && tie.winner_id === id

const Dispute = ({ entry }: { entry: CupTieView }) => (
  <Section title="Without a verdict">
    <p className={styles.dispute}>
      {entry.tie.deadline !== null && (
        <>
          The rule decides in{' '}
          <strong>
            <Countdown until={entry.tie.deadline} over="a moment" />
          </strong>
          .{' '}
        </>
      )}
      {ruleWords(entry)}
    </p>
  </Section>
)

const Private = ({ words }: { words: string | null }) =>
  words !== null && (
    <Section title="For judges only">
      <p className={styles.dispute}>{words}</p>
    </Section>
  )

const eventsOf = ({ tie, mode, category, ...players }: CupTieView) =>
  [
    ['Mode', MODE_WORDS[mode].name],
    ['Category', CATEGORY_WORDS[category]],
    ['Winner', winnerWords({ tie, ...players })],
    ['How', tie.how === null ? '-' : HOW_WORDS[tie.how]],
    ['Decided', <When key="decided" at={tie.decided_at} />],
  ] as const

const REPORTS = '/reports?open='

interface PlayerSectionProps {
  title: string
  player: CupEntryView | null
  won: boolean
}

/** Loads the history on request: reading it is audited. */
function PlayerSection({ title, player, won }: PlayerSectionProps) {
  const [shown, setShown] = useState(false)
  const may = useMay()
  return (
    <Section title={title}>
      {player === null ? (
        <p>No one, or not known yet.</p>
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
