import { CATEGORIES, type Category, type FetchedGifs as Fetched } from '@kla/proto/web'
import { type FormEvent, useRef, useState } from 'react'
import { useOnScreen } from '../../shared/browser/use-on-screen.js'
import { Button } from '../../shared/ui/button.js'
import { Checkbox, SelectField } from '../../shared/ui/fields.js'
import { Blurred } from '../entities/blurred-media.js'
import { useShortcut } from '../kit/shortcuts.js'
import { ListBody, useErrorToast } from '../kit/states.js'
import { useFetchGifsQuery } from './api.js'
import styles from './gif-control.module.css'
import { readLinks } from './links.js'
import { CATEGORY_OPTIONS } from './states.js'

type Entry = Fetched['entries'][number]

const NONE: readonly Entry[] = []
const QUALITIES = [
  { value: 'hd', label: 'HD' },
  { value: 'sd', label: 'SD' },
] as const
const FAILED = 'Failed to fetch links'

interface FetchedGifsProps {
  category: Category
  links: string
  onPick: (links: readonly string[], picked: boolean) => void
  onClose: () => void
}

/** Adds picked links to the bulk form in the chosen quality. */
export function FetchedGifs({ category, links, onPick, onClose }: FetchedGifsProps) {
  const [quality, setQuality] = useState<'hd' | 'sd'>('hd')
  const { currentData: data, ...query } = useFetchGifsQuery(category)
  useErrorToast(query.error, FAILED)
  useShortcut('Escape', 'Back to all GIFs', onClose)
  const entries = data?.entries ?? NONE
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
        query={{ ...query, data }}
        failed={FAILED}
        awaited="Asking the GIF provider page by page. It may take up to 45 seconds…"
        empty={entries.length === 0 ? 'No links found.' : null}
      >
        {data?.broken_off && (
          <p className={styles.note} role="status">
            These are the {entries.length} links that came until then. {data.broken_off}
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

interface LinkFetcherProps {
  category: Category | null
  onFetch: (category: Category) => void
}

export function LinkFetcher({ category, onFetch }: LinkFetcherProps) {
  const [chosen, setChosen] = useState<Category>(category ?? CATEGORIES[0])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFetch(chosen)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <SelectField label="Category" value={chosen} options={CATEGORY_OPTIONS} onChange={setChosen} />
      <Button type="submit">Fetch</Button>
    </form>
  )
}

interface FetchedGifProps {
  number: number
  preview: string
  link: string
  picked: boolean
  onPick: (links: readonly string[], picked: boolean) => void
}

function FetchedGif({ number, preview, link, picked, onPick }: FetchedGifProps) {
  const card = useRef<HTMLLIElement>(null)
  const onScreen = useOnScreen(card)
  return (
    <li ref={card} className={styles.card}>
      <div className={styles.preview}>{onScreen && <Blurred address={preview} label={`GIF ${number}`} />}</div>
      <p className={styles.cardLink} title={link}>
        {link}
      </p>
      <Checkbox
        aria-label={`Pick GIF ${number}`}
        checked={picked}
        onChange={(event) => onPick([link], event.target.checked)}
      >
        Pick
      </Checkbox>
    </li>
  )
}
