import type { Quality } from '../../../shared/rtc/index.js'
import styles from './notes.module.css'

const WORDS = ['No reading yet', 'Poor', 'Fair', 'Good'] as const

/** The connection in one line, for the tooltip and the screen reader. */
export function describeQuality({ bars, rttMs, lossPercent, route }: Quality): string {
  if (bars === 0) return 'Connection: no reading yet'
  const parts = [`Connection: ${WORDS[bars].toLowerCase()}`, `${rttMs} ms`]
  if (lossPercent >= 1) parts.push(`${Math.round(lossPercent)} % lost`)
  if (route !== null) parts.push(route)
  return parts.join(', ')
}

/** How well the other player's picture gets here: three bars and a word. */
export function QualityBars({ quality }: { quality: Quality }) {
  if (quality.bars === 0) return null
  return (
    <span className={styles.note} title={describeQuality(quality)}>
      <svg className={styles.bars} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <rect
            key={bar}
            className={bar <= quality.bars ? styles.bar : styles.missingBar}
            x={bar * 5 - 4}
            y={13 - bar * 4}
            width="3"
            height={bar * 4}
            rx="1"
          />
        ))}
      </svg>
      <span className="visually-hidden">{describeQuality(quality)}</span>
      <span aria-hidden="true">{WORDS[quality.bars]}</span>
    </span>
  )
}
