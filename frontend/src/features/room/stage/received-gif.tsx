import { ShownGif } from '../../../entities/stage/shown-gif.js'
import { Settling } from '../../../shared/ui/settling.js'
import { SAVING } from '../../../texts/room-saving.js'
import { SaveReceivedButton, SavesLeft } from '../saving/save-buttons.js'

interface ReceivedGifProps {
  gifUrl: string
  from: string
  wildCard: boolean
}

export default function ReceivedGif(gif: ReceivedGifProps) {
  return (
    <ShownGif
      {...gif}
      about={<SavesLeft offersMore />}
      controls={
        <Settling>
          <SaveReceivedButton gifUrl={gif.gifUrl}>{SAVING.save}</SaveReceivedButton>
        </Settling>
      }
    />
  )
}
