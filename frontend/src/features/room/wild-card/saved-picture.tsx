import { useState } from 'react'
import type { SavedGif } from '../../../entities/gif/saved-gifs.js'
import { mediaUrl } from '../../../entities/gif/media-url.js'
import { FirstFrame } from './first-frame.js'
import styles from './tray.module.css'

/** The still of a saved GIF. */
export function SavedPicture({ gif }: { gif: SavedGif }) {
  const [still, setStill] = useState(gif.thumbnail !== '')
  if (!still) return <FirstFrame gifUrl={gif.gif_url} />
  return (
    <img
      className={styles.picture}
      src={mediaUrl(gif.thumbnail)}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setStill(false)}
    />
  )
}
