import { useEffect, useRef, type RefObject } from 'react'
import { useKeys } from '../controls/use-keys.js'
import { TrayContent } from './tray-content.js'
import { useFocusBack } from './use-focus-back.js'
import styles from './tray.module.css'

interface WildCardTrayProps {
  id: string
  /** What opened it, and has the focus afterwards. */
  opener: RefObject<HTMLElement | null>
  onPlay: (gifUrl: string) => void
  onClose: () => void
}

/** The saved GIFs in the place of the hand. The faces and their controls stay free. */
export function WildCardTray({ id, opener, onPlay, onClose }: WildCardTrayProps) {
  const tray = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // Unless one of the GIFs has the focus already.
    if (!tray.current?.contains(document.activeElement)) tray.current?.focus({ preventScroll: true })
  }, [])
  // Whoever closes it: the player, a pick, or the end of the prompt.
  useFocusBack(tray, opener)
  useKeys((key) => key === 'escape' && onClose())

  return (
    <div ref={tray} id={id} className={styles.tray} role="region" aria-label="Your saved GIFs" tabIndex={-1}>
      <TrayContent onPlay={onPlay} />
    </div>
  )
}
