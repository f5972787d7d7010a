import { useState } from 'react'
import type { Category, FetchedGifs as Fetched } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { SelectField } from '../../shared/ui/fields.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { FetchedGif } from './fetched-gif.js'
import { useFetchGifsQuery } from './gifs-api.js'
import { readLinks } from './links.js'
import styles from './gif-control.module.css'

type Entry = Fetched['entries'][number]

const NONE: readonly Entry[] = []
const QUALITIES = [
  { value: 'hd', label: 'HD' },
  { value: 'sd', label: 'SD' },
] as const
const FAILED = 'Failed to fetch links'

interface FetchedGifsProps {
  category: Category
  /** The links that are being gathered. */
  links: string
  onPick: (links: readonly string[], picked: boolean) => void
  onClose: () => void
}

/** What the provider has: what is picked goes to the links that are being gathered, in the chosen quality. */
export function FetchedGifs({ category, links, onPick, onClose }: FetchedGifsProps) {
  const [quality, setQuality] = useState<'hd' | 'sd'>('hd')
  const query = useFetchGifsQuery(category)
  useToldFailure(query.error, FAILED)
  useShortcut('Escape', 'Back to all GIFs', onClose)
  const entries = query.data?.entries ?? NONE
  const gathered = new Set(readLinks(links))
  const all = entries.length > 0 && entries.every((entry) => gathered.has(entry[quality]))

  return (
    <>
      <div className={styles.bar}>
        <h2 className={styles.title}>Links of {category}</h2>
        <SelectField label="Quality" value={quality} options={QUALITIES} onChange={setQuality} />
        <Button
          disabled={entries.length === 0}
          aria-pressed={all}
          onClick={() =>
            onPick(
              entries.map((entry) => entry[quality]),
              !all,
            )
          }
        >
          Pick all
        </Button>
        <Button onClick={onClose}>Back to all GIFs</Button>
      </div>
      <ListBody
        query={query}
        failed={FAILED}
        awaited="Asking the GIF provider page by page. It may take up to 45 seconds…"
        empty={entries.length === 0 ? 'No links found.' : null}
      >
        {query.data?.broken_off && (
          <p className={styles.note} role="status">
            These are the {entries.length} links that came until then. {query.data.broken_off}
          </p>
        )}
        <ul className={styles.fetched}>
          {entries.map((entry, index) => (
            <FetchedGif
              key={entry.hd}
              number={index + 1}
              preview={entry.sd}
              link={entry[quality]}
              picked={gathered.has(entry[quality])}
              onPick={onPick}
            />
          ))}
        </ul>
      </ListBody>
    </>
  )
}
