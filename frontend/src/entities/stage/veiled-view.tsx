import { type RefObject, useEffect, useRef } from 'react'
import styles from './pane.module.css'

/** Interval of a veiled sender's frames. */
const PAINT_EVERY_MS = 333
/** Pixels that are kept of whatever arrives: no more than a blur of 48 px leaves of a pane at a desk. */
const COLUMNS = 8
const ROWS = 5
/** The page scales these to the pane. */
const WIDTH = 64
const HEIGHT = 36

/**
 * Shows the moving colours of a veiled video, which itself is not drawn: without a graphics processor its blur takes
 * more than half a core, as it is computed anew with every frame of any picture beside it.
 */
export function VeiledView({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const view = useRef<HTMLCanvasElement>(null)

  useEffect(() => {
    const canvas = view.current
    const context = canvas?.getContext('2d')
    const paint = () => {
      if (!canvas || !context || !video.current) return
      context.imageSmoothingQuality = 'high'
      context.drawImage(video.current, 0, 0, COLUMNS, ROWS)
      // From the middle of the outer pixels, so that what was painted beside them does not shine in.
      context.drawImage(canvas, 0.5, 0.5, COLUMNS - 1, ROWS - 1, 0, 0, WIDTH, HEIGHT)
    }
    paint()
    const timer = setInterval(paint, PAINT_EVERY_MS)
    return () => clearInterval(timer)
  }, [video])

  return <canvas ref={view} className={styles.veiledView} width={WIDTH} height={HEIGHT} aria-hidden="true" />
}
