import type { ReactNode } from 'react'
import type { Item } from '@kla/proto/web'
import styles from './item-art.module.css'

const Art = ({ children }: { children: ReactNode }) => (
  <svg
    className={styles.art}
    viewBox="0 0 160 120"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
)

const FRAMES_BEHIND = [9, 8, 7, 6, 5, 4, 3, 2, 1]

/** Ten frames in a row, the first of them marked to be kept. */
const GifSavesArt = () => (
  <Art>
    {FRAMES_BEHIND.map((place) => (
      <rect
        key={place}
        className={styles.behind}
        x={22 + place * 6.5}
        y={42 - place * 2.6}
        width="58"
        height="62"
        rx="7"
      />
    ))}
    <rect className={styles.front} x="22" y="42" width="58" height="62" rx="7" />
    <path className={styles.lit} d="M56 42v26l7.5-6 7.5 6V42Z" />
    <path className={styles.line} d="M33 88h14m-14 7h24" />
  </Art>
)

const FAN = [-30, -15, 30, 15]

/** A hand of cards with one of one's own lifted out of it. */
const WildCardArt = () => (
  <Art>
    {FAN.map((angle) => (
      <rect
        key={angle}
        className={styles.behind}
        x="58"
        y="30"
        width="44"
        height="64"
        rx="7"
        transform={`rotate(${angle} 80 122)`}
      />
    ))}
    <rect className={styles.front} x="58" y="14" width="44" height="64" rx="7" />
    <path
      className={styles.lit}
      d="M80 31c1.6 9.5 5.5 13.4 15 15-9.5 1.6-13.4 5.5-15 15-1.6-9.5-5.5-13.4-15-15 9.5-1.6 13.4-5.5 15-15Z"
    />
  </Art>
)

const STEPS = [0, 1, 2, 3, 4, 5]

/** Steps up through a season. */
const BattlePassArt = () => (
  <Art>
    {STEPS.map((step) => (
      <rect
        key={step}
        className={step === STEPS.length - 1 ? styles.lit : styles.behind}
        x={23 + step * 20}
        y={84 - step * 13}
        width="14"
        height={20 + step * 13}
        rx="4"
      />
    ))}
  </Art>
)

const ART: Readonly<Record<Item, () => ReactNode>> = {
  gif_saves: GifSavesArt,
  wild_cards: WildCardArt,
  battle_passes: BattlePassArt,
}

/** The picture of something on sale. */
export const ItemArt = ({ item }: { item: Item | undefined }) => {
  const Picture = item && ART[item]
  return Picture ? <Picture /> : null
}
