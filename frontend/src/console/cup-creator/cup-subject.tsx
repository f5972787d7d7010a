import type { AdminCupView } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { classNames } from '../../shared/ui/class-names.js'
import { TieStatePill } from '../entities/cup-ties.js'
import { roundWords } from '../entities/cup-words.js'
import { Person } from '../entities/person.js'
import { When } from '../kit/moments.js'
import { Facts, Pill, Section } from '../kit/text.js'
import { type Bracket, type BracketTie, drawnBracket, previewBracket, type Side } from './bracket.js'
import styles from './cup-creator.module.css'
import { isOpen } from './cup-draft.js'
import { Entries } from './entries.js'
import { useSeeding } from './seeding.js'

interface CupSubjectProps {
  cup: AdminCupView
  manages: boolean
}

export function CupSubject({ cup, manages }: CupSubjectProps) {
  const seeding = useSeeding(cup)
  const drawn = cup.ties.length > 0
  const bracket = drawn ? drawnBracket(cup) : previewBracket(seeding.entries)
  return (
    <>
      <Facts facts={eventsOf(cup)} />
      <Section title={`Players: ${cup.entries.length} of ${cup.capacity}`}>
        <Entries cup={cup} seeding={seeding} manages={manages} />
      </Section>
      {(drawn || isOpen(cup.state)) && (
        <Section title={drawn ? 'Bracket' : 'Preview of the bracket'}>
          {!drawn && (
            <p className={styles.muted}>
              Drawn as if everyone who entered plays. Players who don&apos;t check in are left out.
            </p>
          )}
          {bracket.length > 0 ? <BracketView bracket={bracket} /> : <p>You need two players.</p>}
        </Section>
      )}
    </>
  )
}

const eventsOf = (cup: AdminCupView) =>
  [
    ['Start', <When key="start" at={cup.starts_at} />],
    ['Check-in', <When key="check-in" at={cup.check_in_at} />],
    ['Mode', MODE_WORDS[cup.mode].name],
    ['Category', CATEGORY_WORDS[cup.category]],
    ['Ended', <When key="ended" at={cup.ended_at} />],
    ['Champion', cup.champion ? <Person key="champion" id={cup.champion.id} name={cup.champion.username} /> : '-'],
  ] as const

const BracketView = ({ bracket }: { bracket: Bracket }) => (
  <div className={styles.frame} tabIndex={0} role="region" aria-label="Bracket">
    <ol className={styles.rounds}>
      {bracket.map((ties, index) => (
        <li key={index} className={styles.round}>
          <h4 className={styles.roundTitle}>{roundWords(index + 1, bracket.length)}</h4>
          <ol className={styles.ties}>
            {ties.map((tie) => (
              <Tie key={tie.id} tie={tie} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  </div>
)

const Tie = ({ tie }: { tie: BracketTie }) => (
  <li className={styles.tie}>
    {tie.sides.map((side, index) => (
      <SideLine key={index} side={side} bye={tie.bye} />
    ))}
    {tie.state !== null && tie.state !== 'decided' && tie.state !== 'waiting' && <TieStatePill state={tie.state} />}
  </li>
)

const SideLine = ({ side: { entry, won }, bye }: { side: Side; bye: boolean }) => (
  <p className={classNames(styles.side, won && styles.won)}>
    <span className={styles.sideSeed}>{entry?.seed}</span>
    <span className={styles.sideName}>
      {entry ? <Person id={entry.id} name={entry.username} /> : bye ? 'Bye' : '-'}
    </span>
    {won && <Pill tone="green">Won</Pill>}
  </p>
)
