import type { CupView } from '@kla/proto/web'
import { CATEGORY_WORDS, MODE_WORDS } from '../../entities/game/game-words.js'
import { Facts } from '../kit/text/facts.js'
import { Section } from '../kit/text/section.js'
import { When } from '../kit/text/when.js'
import { Person } from '../subjects/person.js'
import { drawnBracket, previewBracket } from './bracket.js'
import { BracketView } from './bracket-view.js'
import { isOpen } from './cup-stage.js'
import { Entries } from './entries.js'
import { useSeeding } from './use-seeding.js'
import styles from './cup-creator.module.css'

interface CupSubjectProps {
  cup: CupView
  /** Whether it may be changed by whoever is here. */
  manages: boolean
}

/** Everything of a cup: what it is, who plays, and its bracket, drawn or as it would be. */
export function CupSubject({ cup, manages }: CupSubjectProps) {
  const seeding = useSeeding(cup)
  const drawn = cup.ties.length > 0
  const bracket = drawn ? drawnBracket(cup) : previewBracket(seeding.entries)
  return (
    <>
      <Facts facts={factsOf(cup)} />
      <Section title={`Players: ${cup.entries.length} of ${cup.capacity}`}>
        <Entries cup={cup} seeding={seeding} manages={manages} />
      </Section>
      {(drawn || isOpen(cup.state)) && (
        <Section title={drawn ? 'Bracket' : 'Preview of the bracket'}>
          {!drawn && (
            <p className={styles.muted}>
              As it would be drawn with everybody who has entered. Who does not check in is left out.
            </p>
          )}
          {bracket.length > 0 ? <BracketView bracket={bracket} /> : <p>It takes two players.</p>}
        </Section>
      )}
    </>
  )
}

const factsOf = (cup: CupView) =>
  [
    ['Start', <When key="start" at={cup.starts_at} />],
    ['Check-in', <When key="check-in" at={cup.check_in_at} />],
    ['Mode', MODE_WORDS[cup.mode].name],
    ['Category', CATEGORY_WORDS[cup.category]],
    ['Ended', <When key="ended" at={cup.ended_at} />],
    ['Champion', cup.champion ? <Person key="champion" id={cup.champion.id} name={cup.champion.username} /> : '-'],
  ] as const
