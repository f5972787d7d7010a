import { useRef, useState } from 'react'
import { REASONS } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import type { SavedGif } from '../../entities/gif/saved-gifs.js'
import { useOnScreen } from '../../shared/browser/use-on-screen.js'
import { mediaUrl } from '../../entities/gif/media-url.js'
import { plays, type Asked } from './playing.js'
import { SilentVideo } from './silent-video.js'
import styles from './saved-clip.module.css'

interface SavedClipProps {
  gif: SavedGif
  /** What the clip is called. */
  name: string
  allPlay: boolean
}

/** A saved GIF as a silent video. There is a video only while the clip is on the screen: decoders are scarce. */
export function SavedClip({ gif, name, allPlay }: SavedClipProps) {
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
          <p>{REASONS.MEDIA_UNAVAILABLE.text}</p>
          <Button onClick={() => setBroken(false)}>Try again</Button>
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
            label={`${playing ? 'Pause' : 'Play'} ${name}`}
            onClick={() => ask(!playing)}
          />
        </>
      )}
    </div>
  )
}
