import { useRef } from 'react'
import { Checkbox } from '../../shared/ui/fields.js'
import { useOnScreen } from '../../shared/browser/use-on-screen.js'
import { Blurred } from '../clips/blurred.js'
import styles from './gif-control.module.css'

interface FetchedGifProps {
  number: number
  /** The clip that is shown. */
  preview: string
  /** The link that is picked. */
  link: string
  picked: boolean
  onPick: (links: readonly string[], picked: boolean) => void
}

/** One of many: its clip is loaded only while it is on the screen. */
export function FetchedGif({ number, preview, link, picked, onPick }: FetchedGifProps) {
  const card = useRef<HTMLLIElement>(null)
  const onScreen = useOnScreen(card)
  return (
    <li ref={card} className={styles.card}>
      <div className={styles.preview}>{onScreen && <Blurred address={preview} label={`GIF ${number}`} />}</div>
      <p className={styles.cardLink} title={link}>
        {link}
      </p>
      <Checkbox
        aria-label={`Pick GIF ${number}`}
        checked={picked}
        onChange={(event) => onPick([link], event.target.checked)}
      >
        Pick
      </Checkbox>
    </li>
  )
}
