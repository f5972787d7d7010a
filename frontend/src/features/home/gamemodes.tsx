import { CAP_RUSH_MS, CAP_STAMINA_MS, COUNTED_AFTER_MS } from '@kla/proto/web'
import { RushGlyph, StaminaGlyph } from './mode-glyphs.js'
import styles from './gamemodes.module.css'

const minutes = (ms: number) => ms / 60_000

const GAMEMODES = [
  {
    name: 'Rush Battle',
    Glyph: RushGlyph,
    text: '1-on-1 cam chat, with GIFs sent every round from the choices you are dealt. The first to finish wins.',
    capMs: CAP_RUSH_MS,
    countedMs: COUNTED_AFTER_MS.rush,
  },
  {
    name: 'Stamina Battle',
    Glyph: StaminaGlyph,
    text: 'The same ring, turned around. It measures how long you can last while the GIFs keep coming.',
    capMs: CAP_STAMINA_MS,
    countedMs: COUNTED_AFTER_MS.stamina,
  },
]

export const Gamemodes = () => (
  <section aria-labelledby="gamemodes">
    <h2 id="gamemodes" className={styles.title}>
      Two ways to go the distance
    </h2>
    <ul className={styles.cards}>
      {GAMEMODES.map(({ name, Glyph, text, capMs, countedMs }) => (
        <li key={name} className={styles.card}>
          <Glyph />
          <div className={styles.words}>
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.text}>{text}</p>
            <p className={styles.facts}>
              Up to {minutes(capMs)} minutes. Counts as played from minute {minutes(countedMs)}.
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
