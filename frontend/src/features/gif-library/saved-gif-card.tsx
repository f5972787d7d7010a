import { Button } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { IconButton } from '../../shared/ui/icon-button.js'
import type { SavedGif } from '../../entities/gif/saved-gifs.js'
import { copyLink } from './copy-link.js'
import { SavedClip } from './saved-clip.js'
import styles from './saved-gif-card.module.css'

interface SavedGifCardProps {
  gif: SavedGif
  name: string
  allPlay: boolean
  onDelete: () => void
}

/** One saved GIF and what can be done with it. */
export const SavedGifCard = ({ gif, name, allPlay, onDelete }: SavedGifCardProps) => (
  <li className={styles.card}>
    <SavedClip gif={gif} name={name} allPlay={allPlay} />
    <div className={styles.actions}>
      <Button variant="quiet" aria-label={`Copy link to ${name}`} onClick={() => void copyLink(gif.gif_url)}>
        <Icon name="link" /> Copy link
      </Button>
      <IconButton
        icon="trash"
        label={`Delete ${name}`}
        className={styles.delete}
        data-delete=""
        onClick={onDelete}
      />
    </div>
  </li>
)
