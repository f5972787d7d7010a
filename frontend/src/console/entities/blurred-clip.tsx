import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { REASONS } from '@kla/proto/web'
import { mediaUrl } from '../../entities/gif/media-url.js'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import styles from './blurred-clip.module.css'
import { selectToken } from './session.js'

interface BlurredProps {
  /** Original address; the clip is loaded through this site. */
  address: string
  label: string
}

/** Blurred, still and muted until it is shown. */
export function Blurred({ address, label }: BlurredProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [shown, setShown] = useState(false)
  const [muted, setMuted] = useState(true)
  const [broken, setBroken] = useState(false)
  const { src, failed } = useClip(address)

  const toggle = () => {
    setShown(!shown)
    setMuted(true)
    if (shown) video.current?.pause()
    // Paused or unmounted before playback began.
    else video.current?.play().catch(() => undefined)
  }
  if (broken || failed) return <p className={styles.broken}>{REASONS.MEDIA_UNAVAILABLE.text}</p>
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        <video
          ref={video}
          className={classNames(styles.video, !shown && styles.blurred)}
          src={src}
          aria-label={label}
          preload="metadata"
          muted={muted}
          loop
          playsInline
          onError={() => setBroken(true)}
        />
      </div>
      <figcaption className={styles.controls}>
        <Button aria-pressed={shown} onClick={toggle}>
          {shown ? 'Blur' : 'Show'} {label}
        </Button>
        {shown && (
          <Button variant="quiet" aria-pressed={!muted} onClick={() => setMuted(!muted)}>
            {muted ? 'Unmute' : 'Mute'}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

const LOAD_WITHIN_MS = 60_000

interface Clip {
  readonly address: string
  readonly src: string | undefined
}

/** With the bearer token, which a video element cannot send. */
function useClip(address: string): { src: string | undefined; failed: boolean } {
  const token = useSelector(selectToken)
  const [clip, setClip] = useState<Clip>()

  useEffect(() => {
    const gone = new AbortController()
    let left = false
    const overdue = setTimeout(() => gone.abort(), LOAD_WITHIN_MS)
    let src: string | undefined
    const load = async () => {
      const headers = { authorization: `Bearer ${token ?? ''}` }
      const response = await fetch(mediaUrl(address), { headers, signal: gone.signal })
      if (!response.ok) throw new Error(String(response.status))
      const bytes = await response.blob()
      clearTimeout(overdue)
      if (left) return
      src = URL.createObjectURL(bytes)
      setClip({ address, src })
    }
    load().catch(() => {
      if (!left) setClip({ address, src: undefined })
    })
    return () => {
      left = true
      clearTimeout(overdue)
      gone.abort()
      if (src !== undefined) URL.revokeObjectURL(src)
    }
  }, [address, token])

  const current = clip?.address === address ? clip : undefined
  return { src: current?.src, failed: current !== undefined && current.src === undefined }
}
