import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { browserClock } from '../realtime/clock.js'
import { Button, type ButtonProps } from './button.js'
import styles from './hold-button.module.css'
import { createHold, type Hold } from './hold.js'

interface HoldButtonProps extends Pick<ButtonProps, 'wide' | 'busy' | 'className'> {
  /** True while it takes no press, nor completes one that began meanwhile. */
  idle: boolean
  hint: string
  onHeld: () => void
  /** Called for presses by assistive technology or voice, which cannot hold. */
  onAsk: () => void
  children: ReactNode
}

/** Acts once held by pointer, Space or Enter. */
export function HoldButton({ idle, hint, onHeld, onAsk, busy = false, children, ...look }: HoldButtonProps) {
  const [hold] = useState(() => createHold(browserClock))
  const [short, setShort] = useState(false)
  /** Event milliseconds. A click without a release comes from assistive technology. */
  const releasedAt = useRef(Number.NEGATIVE_INFINITY)
  const hintId = useId()
  const closed = idle || busy
  const openSince = useOpenSince(closed)
  useEffect(() => {
    if (!short) return undefined
    const timer = setTimeout(() => setShort(false), HINT_MS)
    return () => clearTimeout(timer)
  }, [short])
  useCancelled(hold, closed)

  const begin = ({ timeStamp }: { timeStamp: number }) => {
    setShort(false)
    if (!closed && timeStamp >= openSince.current) hold.begin(onHeld)
  }
  const release = () => {
    if (hold.cancel()) setShort(true)
  }

  return (
    <span className={styles.place} data-wide={look.wide || undefined}>
      <Button
        {...look}
        busy={busy}
        aria-disabled={closed}
        aria-describedby={hintId}
        className={styles.button}
        onPointerDown={(event) => {
          if (event.isPrimary && event.button === 0) begin(event)
        }}
        onPointerMove={(event) => isOutside(event) && hold.cancel()}
        onPointerUp={({ timeStamp }) => {
          releasedAt.current = timeStamp
          release()
        }}
        onPointerLeave={hold.cancel}
        onPointerCancel={hold.cancel}
        onKeyDown={(event) => {
          if (!isPress(event)) return
          event.preventDefault()
          if (!event.repeat) begin(event)
        }}
        onKeyUp={(event) => {
          if (!isPress(event)) return
          event.preventDefault()
          release()
        }}
        onBlur={hold.cancel}
        // Long presses on phones open a menu.
        onContextMenu={(event) => event.preventDefault()}
        onClick={({ timeStamp }) => {
          if (timeStamp - releasedAt.current > CLICK_FOLLOWS_MS && !closed && timeStamp >= openSince.current) onAsk()
        }}
      >
        {!busy && <FillingRing hold={hold} />}
        {children}
      </Button>
      <span id={hintId} className={styles.hint} data-shown={short || undefined}>
        {hint}
      </span>
      <span className="visually-hidden" role="status">
        {short && hint}
      </span>
    </span>
  )
}

const HINT_MS = 4_000

/** Clicks follow the release, on phones up to 300 ms later. */
const CLICK_FOLLOWS_MS = 500

const isPress = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (key === ' ' || key === 'Enter') && !(ctrlKey || metaKey || altKey)

/** Pointer events stay on a finger's first element. */
function isOutside({ currentTarget, clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

/** Event milliseconds: a busy page handles presses late. */
function useOpenSince(closed: boolean): { readonly current: number } {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    since.current = closed ? Number.POSITIVE_INFINITY : performance.now()
  }, [closed])
  return since
}

function useCancelled(hold: Hold, closed: boolean): void {
  useEffect(() => {
    if (closed) hold.cancel()
  }, [hold, closed])
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    window.addEventListener('blur', hold.cancel, { signal })
    document.addEventListener('visibilitychange', hold.cancel, { signal })
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && hold.cancel(), { signal })
    return () => {
      leaving.abort()
      hold.cancel()
    }
  }, [hold])
}

const RADIUS = 9
const LENGTH = 2 * Math.PI * RADIUS

function FillingRing({ hold }: { hold: Hold }) {
  const { share } = useSyncExternalStore(hold.subscribe, hold.get)
  return (
    <svg
      className={styles.ring}
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      data-share={share.toFixed(2)}
    >
      <circle className={styles.track} cx="12" cy="12" r={RADIUS} />
      <circle
        className={styles.fill}
        cx="12"
        cy="12"
        r={RADIUS}
        strokeDasharray={LENGTH}
        strokeDashoffset={LENGTH * (1 - share)}
      />
    </svg>
  )
}
