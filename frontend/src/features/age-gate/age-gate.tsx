import { type KeyboardEvent, useEffect, useRef } from 'react'
import { clearAge, confirmAge } from '../../entities/age/age-flag.js'
import { SEARCH_ENGINE } from '../../shared/config/site.js'
import { BrandMark } from '../../shared/ui/brand-mark.js'
import { Button } from '../../shared/ui/button.js'
import { AGE_GATE } from '../../texts/shell.js'
import styles from './age-gate.module.css'

interface AgeGateProps {
  onUnderAge: () => Promise<void>
}

const leave = () => {
  clearAge()
  window.alert(AGE_GATE.denied)
  window.location.assign(SEARCH_ENGINE)
}

/** Overlay, because Escape would close a dialog element. */
export const AgeGate = ({ onUnderAge }: AgeGateProps) => {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div
      className={styles.overlay}
      role="dialog"
      aria-modal="true"
      aria-labelledby="age-gate-title"
      aria-describedby="age-gate-text"
      onKeyDown={keepFocusInside}
    >
      <div className={styles.card}>
        <BrandMark size={44} />
        <h1 id="age-gate-title" ref={title} tabIndex={-1} className={styles.title}>
          {AGE_GATE.title}
        </h1>
        <div id="age-gate-text" className={styles.text}>
          <p>{AGE_GATE.mustBe18}</p>
          <p>{AGE_GATE.mustReport}</p>
          <p>{AGE_GATE.forbidden}</p>
        </div>
        <div className={styles.choices}>
          <Button variant="primary" size="l" wide onClick={confirmAge}>
            {AGE_GATE.confirm}
          </Button>
          <Button size="l" wide onClick={() => void onUnderAge().then(leave)}>
            {AGE_GATE.deny}
          </Button>
        </div>
      </div>
    </div>
  )
}

const keepFocusInside = (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Tab') return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const first = buttons.at(0)
  const last = buttons.at(-1)
  const outermost = event.shiftKey ? first : last
  const inside = buttons.some((button) => button === document.activeElement)
  if (document.activeElement !== outermost && (inside || !event.shiftKey)) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}
