import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { MOVABLE_CORNER } from '../../../texts/room-movable-corner.js'
import { type Corner, cornerByKey, nearestCorner } from './corner.js'
import styles from './movable-corner.module.css'
import { useSeenHeight } from './seen-height.js'

interface Drag {
  pointerId: number
  fromX: number
  fromY: number
}

/** Pane that dragging or arrow keys move between corners. Only on phones. */
export default function MovableCorner({ small, children }: { small: boolean; children: ReactNode }) {
  useSeenHeight()
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<Drag | null>(null)
  const [corner, setCorner] = useState<Corner>({ x: 'right', y: 'bottom' })

  const pickUp = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { pointerId: event.pointerId, fromX: event.clientX, fromY: event.clientY }
  }
  const carry = (event: PointerEvent) => {
    if (drag.current?.pointerId !== event.pointerId || box.current === null) return
    const x = event.clientX - drag.current.fromX
    const y = event.clientY - drag.current.fromY
    box.current.style.transform = `translate(${x}px, ${y}px)`
  }
  const putDown = () => {
    if (drag.current === null || box.current === null) return
    drag.current = null
    const area = box.current.parentElement?.getBoundingClientRect()
    if (area) setCorner(nearestCorner(box.current.getBoundingClientRect(), area))
    box.current.style.transform = ''
  }

  return (
    <div ref={box} className={styles.corner} data-x={corner.x} data-y={corner.y} data-small={small || undefined}>
      {children}
      <button
        type="button"
        className={styles.handle}
        aria-label={MOVABLE_CORNER.handle(corner)}
        onPointerDown={pickUp}
        onPointerMove={carry}
        onPointerUp={putDown}
        onPointerCancel={putDown}
        onKeyDown={(event) => {
          const next = cornerByKey(corner, event.key)
          if (next === null) return
          event.preventDefault()
          setCorner(next)
        }}
      />
    </div>
  )
}
