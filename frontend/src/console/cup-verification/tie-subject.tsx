import type { CupTieView } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { winnerWords } from '../cups/tie-names.js'
import { HOW_WORDS } from '../cups/words.js'
import { Countdown } from '../kit/moments/countdown.js'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import { PlayerSection } from './player-section.js'
import { ruleWords } from './rule-words.js'
import styles from './cup-verification.module.css'

/** Everything of a tie that a judge goes by. */
export const TieSubject = ({ entry }: { entry: CupTieView }) => (
  <>
    {entry.tie.state === 'disputed' && <Dispute entry={entry} />}
    <Facts facts={factsOf(entry)} />
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

const factsOf = ({ tie, mode, category, ...players }: CupTieView) =>
  [
    ['Mode', MODE_WORDS[mode].name],
    ['Category', CATEGORY_WORDS[category]],
    ['Winner', winnerWords({ tie, ...players })],
    ['How', tie.how === null ? '-' : HOW_WORDS[tie.how]],
    ['Decided', <When key="decided" at={tie.decided_at} />],
  ] as const
