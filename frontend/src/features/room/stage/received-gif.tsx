import { ShownGif } from '../../../entities/stage/shown-gif.js'
import { SaveReceivedButton } from '../saving/save-received-button.js'
import { SavesLeft } from '../saving/saves-left.js'

interface ReceivedGifProps {
  gifUrl: string
  from: string
  wildCard: boolean
}

/** The clip that the other player picked. It takes the stage; the faces stay beside it. */
export const ReceivedGif = (gif: ReceivedGifProps) => (
  <ShownGif
    {...gif}
    about={<SavesLeft />}
    controls={<SaveReceivedButton gifUrl={gif.gifUrl}>Save</SaveReceivedButton>}
  />
)
