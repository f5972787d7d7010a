import { FORESEEN } from '@kla/proto/web'
import { useEffect, useRef, useState } from 'react'
import { mediaLink, mediaUrl } from '../../entities/gif/media-url.js'
import type { SavedGif } from '../../entities/gif/saved-gifs.js'
import { useGrowingList } from '../../shared/browser/use-growing-list.js'
import { useOnScreen } from '../../shared/browser/use-on-screen.js'
import { Button } from '../../shared/ui/button.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import { Icon } from '../../shared/ui/icon.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { SAVED_GIF } from '../../texts/gif-library.js'
import { UI } from '../../texts/ui.js'
import gifLibraryStyles from './gif-library.module.css'
import { type Asked, plays } from './rules.js'
import styles from './saved-gif-list.module.css'

const STEP = 24

interface SavedGifListProps {
  gifs: readonly SavedGif[]
  allPlay: boolean
  onDelete: (entry: { gif: SavedGif; index: number }) => void
}

export function SavedGifList({ gifs, allPlay, onDelete }: SavedGifListProps) {
  const { shown, end } = useGrowingList<HTMLDivElement>(gifs.length, STEP)
  return (
    <>
      <ul className={gifLibraryStyles.list} aria-label={SAVED_GIF.listLabel}>
        {gifs.slice(0, shown).map((gif, index) => (
          <SavedGifCard
            key={gif.id}
            gif={gif}
            name={SAVED_GIF.name({ position: index + 1, count: gifs.length })}
            allPlay={allPlay}
            onDelete={() => onDelete({ gif, index })}
          />
        ))}
      </ul>
      <div ref={end} />
    </>
  )
}

interface SavedGifCardProps {
  gif: SavedGif
  name: string
  allPlay: boolean
  onDelete: () => void
}

const SavedGifCard = ({ gif, name, allPlay, onDelete }: SavedGifCardProps) => {
  const savedAt = gif.saved_at
  return (
    <li className={styles.card}>
      <SavedClip gif={gif} name={name} allPlay={allPlay} />
      {savedAt && <p className={styles.saved}>{SAVED_GIF.saved({ when: () => <RelativeTime at={savedAt} /> })}</p>}
      <div className={styles.actions}>
        <Button variant="quiet" aria-label={SAVED_GIF.copyOf({ gif: name })} onClick={() => void copyLink(gif.gif_url)}>
          <Icon name="link" /> {SAVED_GIF.copy}
        </Button>
        <IconButton
          icon="trash"
          label={SAVED_GIF.delete({ gif: name })}
          className={styles.delete}
          data-delete=""
          onClick={onDelete}
        />
      </div>
    </li>
  )
}

interface SavedClipProps {
  gif: SavedGif
  name: string
  allPlay: boolean
}

/** Renders a video only on screen: decoders are scarce. */
function SavedClip({ gif, name, allPlay }: SavedClipProps) {
  const frame = useRef<HTMLDivElement>(null)
  const onScreen = useOnScreen(frame)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [broken, setBroken] = useState(false)
  const [still, setStill] = useState(gif.thumbnail !== '')
  const playing = plays(allPlay, asked)
  const ask = (playing: boolean) => setAsked({ playing, whileAll: allPlay })

  return (
    <div ref={frame} className={styles.frame}>
      {still && (
        <img
          className={styles.picture}
          src={mediaUrl(gif.thumbnail)}
          alt=""
          loading="lazy"
          onError={() => setStill(false)}
        />
      )}
      {broken ? (
        <div className={styles.broken}>
          <p>{FORESEEN.MEDIA_UNAVAILABLE.text}</p>
          <Button onClick={() => setBroken(false)}>{UI.tryAgain}</Button>
        </div>
      ) : (
        <>
          {onScreen && (playing || asked || !still) && (
            <SilentVideo
              src={mediaUrl(gif.gif_url)}
              label={name}
              playing={playing}
              onRefused={() => ask(false)}
              onBroken={() => setBroken(true)}
            />
          )}
          <IconButton
            className={styles.switch}
            icon={playing ? 'pause' : 'play'}
            label={(playing ? SAVED_GIF.pause : SAVED_GIF.play)({ gif: name })}
            onClick={() => ask(!playing)}
          />
        </>
      )}
    </div>
  )
}

interface SilentVideoProps {
  src: string
  label: string
  playing: boolean
  onRefused: () => void
  onBroken: () => void
}

function SilentVideo({ src, label, playing, onRefused, onBroken }: SilentVideoProps) {
  const video = useRef<HTMLVideoElement>(null)

  useEffect(() => {
    if (!playing) {
      video.current?.pause()
      return
    }
    video.current?.play().catch((error: DOMException) => {
      // Other errors mean it was paused or removed first.
      if (error.name === 'NotAllowedError') onRefused()
    })
    // oxlint-disable-next-line react/exhaustive-deps
  }, [playing])

  return (
    <video
      ref={video}
      className={styles.picture}
      src={src}
      aria-label={label}
      preload={playing ? 'auto' : 'metadata'}
      muted
      loop
      playsInline
      onError={onBroken}
    />
  )
}

async function copyLink(gifUrl: string): Promise<void> {
  const link = mediaLink(gifUrl)
  try {
    await navigator.clipboard.writeText(link)
    toastSuccess(SAVED_GIF.copied)
  } catch {
    toastError(SAVED_GIF.copyRefused({ link }))
  }
}
