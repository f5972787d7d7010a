import type { GifView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import type { Column } from '../kit/table/columns.js'
import { Pill } from '../kit/text/pill.js'
import { When } from '../kit/text/when.js'
import { STATE_TONES, STATE_WORDS } from './states.js'

export const StatePills = ({ gif }: { gif: GifView }) => (
  <>
    <Pill tone={STATE_TONES[gif.state]}>{STATE_WORDS[gif.state]}</Pill> {gif.broken && <Pill tone="red">Broken</Pill>}
  </>
)

/** `remove` null: for who may not. */
export const gifColumns = (remove: ((gif: GifView) => void) | null): readonly Column<GifView>[] => [
  { title: 'ID', cell: ({ id }) => id, opens: true, figures: true },
  { title: 'Link', cell: ({ gif_url }) => gif_url, text: true },
  { title: 'Tags', cell: ({ tags }) => tags.join(', ') || '-' },
  { title: 'State', cell: (gif) => <StatePills gif={gif} /> },
  { title: 'Added', cell: ({ created_at }) => <When at={created_at} />, spare: true },
  ...(remove
    ? [
        {
          title: 'Actions',
          spare: true,
          cell: (gif: GifView) => (
            <Button variant="quiet" aria-label={`Delete GIF ${gif.id}`} onClick={() => remove(gif)}>
              Delete
            </Button>
          ),
        },
      ]
    : []),
]
