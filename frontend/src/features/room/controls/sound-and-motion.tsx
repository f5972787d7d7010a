import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { SoundMenu } from '../later-parts.js'
import styles from './sound-and-motion.module.css'

/** Nothing of it concerns the opponent. */
export function SoundAndMotion() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useLeaving(place, open, () => setOpen(false))

  return (
    <div
      ref={place}
      className={styles.place}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        place.current?.querySelector('button')?.focus()
      }}
    >
      <IconButton
        icon="volume"
        label="Sound and motion"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div id={id} className={styles.menu} role="group" aria-label="Sound and motion">
          <Suspense>
            <SoundMenu />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function useLeaving(place: RefObject<HTMLElement | null>, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined
    const leaving = new AbortController()
    const look = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) close()
    }
    for (const event of ['pointerdown', 'focusin']) document.addEventListener(event, look, { signal: leaving.signal })
    return () => leaving.abort()
  })
}
