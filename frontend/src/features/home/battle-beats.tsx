import { PROMPT_MS, SHOW_MS, VOTE_MS } from '@kla/proto/web'
import styles from './battle-beats.module.css'

const seconds = (ms: number) => `${ms / 1000} s`

const BEATS = [
  { figure: '2', name: 'Ready up', text: 'One room, two seats. The bell goes when both are ready.' },
  { figure: seconds(PROMPT_MS), name: 'Pick', text: 'A hand of GIFs comes up. Choose what the other side gets.' },
  { figure: seconds(SHOW_MS), name: 'Take it', text: 'What they picked for you takes the stage. Then the next round.' },
  { figure: seconds(VOTE_MS), name: 'Vote', text: 'Somebody finishes, both vote. Agree, and there is a winner.' },
]

export const BattleBeats = () => (
  <section aria-labelledby="beats">
    <h2 id="beats" className={styles.title}>
      How a battle runs
    </h2>
    <ol className={styles.beats}>
      {BEATS.map(({ figure, name, text }) => (
        <li key={name} className={styles.beat}>
          <p className={styles.figure}>{figure}</p>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  </section>
)
