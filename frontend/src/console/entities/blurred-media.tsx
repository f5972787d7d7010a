import { type MediaUse, mediaUseOf, REASONS } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { useSelector } from 'react-redux'
import { mediaUrl } from '../../entities/gif/media-url.js'
import { Button } from '../../shared/ui/button.js'
import { classNames } from '../../shared/ui/class-names.js'
import styles from './blurred-media.module.css'
import { sessionHeaders } from './console-api.js'
import { selectToken } from './session.js'

interface BlurredProps {
  /** Original address, loaded through this site. */
  address: string
  label: string
  /** Tab index of the buttons, for a grid that is one stop of the Tab key. */
  tabIndex?: number
}

/** Media that stays blurred, still and muted until shown. */
export function Blurred({ address, label, tabIndex }: BlurredProps) {
  const { media, failed } = useMedia(address)
  return failed ? <Broken /> : <BlurredMedia media={media} label={label} tabIndex={tabIndex} />
}

interface BlurredMediaProps {
  media: Media | undefined
  label: string
  tabIndex?: number | undefined
}

export function BlurredMedia({ media, label, tabIndex }: BlurredMediaProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [shown, setShown] = useState(false)
  const [muted, setMuted] = useState(true)
  const [broken, setBroken] = useState(false)

  const toggle = () => {
    setShown(!shown)
    setMuted(true)
    if (shown) video.current?.pause()
    else video.current?.play().catch(() => undefined)
  }
  if (broken) return <Broken />
  const common = {
    className: classNames(styles.media, !shown && styles.blurred),
    src: media?.src,
    onError: () => setBroken(true),
  }
  return (
    <figure className={styles.figure}>
      <div className={styles.frame}>
        {media?.use === 'clip' && (
          <video {...common} ref={video} aria-label={label} preload="metadata" muted={muted} loop playsInline />
        )}
        {media?.use === 'picture' && <img {...common} alt={label} />}
      </div>
      <figcaption className={styles.controls}>
        <Button aria-pressed={shown} tabIndex={tabIndex} onClick={toggle}>
          {shown ? 'Blur' : 'Show'} {label}
        </Button>
        {shown && media?.use === 'clip' && (
          <Button variant="quiet" aria-pressed={!muted} tabIndex={tabIndex} onClick={() => setMuted(!muted)}>
            {muted ? 'Unmute' : 'Mute'}
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

const Broken = () => <p className={styles.broken}>{REASONS.MEDIA_UNAVAILABLE.text}</p>

const LOAD_WITHIN_MS = 60_000

interface Media {
  readonly src: string
  readonly use: MediaUse
}

/** Loads media with the bearer token, which a media element cannot send. */
function useMedia(address: string): { media: Media | undefined; failed: boolean } {
  const token = useSelector(selectToken)
  const [loaded, setLoaded] = useState<{ readonly address: string; readonly media: Media | undefined }>()

  useEffect(() => {
    const gone = new AbortController()
    let left = false
    const overdue = setTimeout(() => gone.abort(), LOAD_WITHIN_MS)
    let src: string | undefined
    const load = async () => {
      const response = await fetch(mediaUrl(address), { headers: sessionHeaders(token ?? ''), signal: gone.signal })
      if (!response.ok) throw new Error(String(response.status))
      const bytes = await response.blob()
      clearTimeout(overdue)
      if (left) return
      const use = mediaUseOf(bytes.type)
      if (!use) throw new Error(`nothing shows ${bytes.type}`)
      src = URL.createObjectURL(bytes)
      setLoaded({ address, media: { src, use } })
    }
    load().catch(() => {
      if (!left) setLoaded({ address, media: undefined })
    })
    return () => {
      left = true
      clearTimeout(overdue)
      gone.abort()
      if (src !== undefined) URL.revokeObjectURL(src)
    }
  }, [address, token])

  const current = loaded?.address === address ? loaded : undefined
  return { media: current?.media, failed: current !== undefined && current.media === undefined }
}
