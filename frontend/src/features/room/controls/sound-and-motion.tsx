import { type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useEscape } from '../../../shared/browser/keys.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { CONTROLS } from '../../../texts/room-controls.js'
import { ESCAPE_CLOSES } from '../exit/open-layers.js'
import { SoundMenu } from '../later-parts.js'
import styles from './sound-and-motion.module.css'

/** Settings that do not affect the opponent. */
export function SoundAndMotion() {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const id = useId()
  useLeaving(place, open, () => setOpen(false))
  const leave = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }

  return (
    <div ref={place} className={styles.place}>
      <IconButton
        icon="volume"
        label={CONTROLS.soundAndMotion}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && <Menu id={id} onEscape={leave} />}
    </div>
  )
}

function Menu({ id, onEscape }: { id: string; onEscape: () => void }) {
  useEscape(onEscape)
  return (
    <div id={id} className={styles.menu} role="group" aria-label={CONTROLS.soundAndMotion} {...ESCAPE_CLOSES}>
      <Suspense>
        <SoundMenu />
      </Suspense>
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
