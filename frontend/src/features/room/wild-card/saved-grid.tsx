import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { mediaUrl } from '../../../entities/gif/media-url.js'
import type { SavedGif } from '../../../entities/gif/saved-gifs.js'
import { useKeys } from '../../../shared/browser/keys.js'
import { useGrowingList } from '../../../shared/browser/use-growing-list.js'
import { useOnScreen } from '../../../shared/browser/use-on-screen.js'
import { useSettled } from '../../../shared/ui/settling.js'
import { HAND, TRAY } from '../../../texts/room-battle.js'
import { moveInGrid } from './move-in-grid.js'
import styles from './tray.module.css'

const STEP = 60
const NUMBERED = 9

interface SavedGridProps {
  gifs: readonly SavedGif[]
  onPlay: (gifUrl: string) => void
}

/** Newest first; one tab stop, arrow keys inside. */
export function SavedGrid({ gifs, onPlay }: SavedGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, end, reveal } = useGrowingList<HTMLLIElement>(gifs.length, STEP)
  const [active, setActive] = useState(0)
  const current = Math.min(active, gifs.length - 1)
  const moved = useRef(true)

  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    const entry = list.current?.children[current]?.querySelector('button')
    entry?.focus({ preventScroll: true })
    entry?.scrollIntoView({ block: 'nearest' })
  }, [current])

  const settled = useSettled(true)
  useKeys((key) => {
    const gif = settled && /^[1-9]$/.test(key) ? gifs[Number(key) - 1] : undefined
    if (gif) onPlay(gif.gif_url)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const to = moveInGrid(event.key, current, gifs.length, columnsOf(list.current))
    if (to === null) return
    event.preventDefault()
    moved.current = true
    reveal(to)
    setActive(to)
  }

  return (
    <ul ref={list} className={styles.grid} aria-label={TRAY.listLabel} onKeyDown={onKeyDown}>
      {gifs.slice(0, shown).map((gif, index) => (
        <li key={gif.id} className={styles.entry}>
          <button
            type="button"
            className={styles.card}
            tabIndex={index === current ? 0 : -1}
            aria-label={TRAY.play({ position: index + 1, count: gifs.length })}
            onFocus={() => setActive(index)}
            onClick={() => onPlay(gif.gif_url)}
          >
            <SavedPicture gif={gif} />
            {index < NUMBERED && (
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
            )}
          </button>
        </li>
      ))}
      {shown < gifs.length && <li ref={end} aria-hidden="true" />}
    </ul>
  )
}

function columnsOf(list: HTMLElement | null): number {
  if (!list) return 1
  return getComputedStyle(list).gridTemplateColumns.split(' ').length
}

function SavedPicture({ gif }: { gif: SavedGif }) {
  const [still, setStill] = useState(gif.thumbnail !== '')
  if (!still) return <FirstFrame gifUrl={gif.gif_url} />
  return (
    <img
      className={styles.picture}
      src={mediaUrl(gif.thumbnail)}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setStill(false)}
    />
  )
}

export function FirstFrame({ gifUrl }: { gifUrl: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const onScreen = useOnScreen(place)
  const [broken, setBroken] = useState(false)
  return (
    <span ref={place} className={styles.place}>
      {broken && HAND.noPreview}
      {onScreen && !broken && (
        <video
          className={styles.picture}
          src={mediaUrl(gifUrl)}
          aria-hidden="true"
          preload="metadata"
          muted
          playsInline
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}
